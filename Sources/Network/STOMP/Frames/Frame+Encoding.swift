import AsyncPrimitives
import Sockets

extension Frame {
    /// Encodes the frame for the wire, with LF as its EOL.
    ///
    /// A frame with a body gets a `content-length` after the other headers, unless it already has one.
    ///
    /// Source: STOMP 1.2, "STOMP Frames", "Value Encoding" and "Header content-length".
    ///
    /// - Throws: A ``FrameError`` if a required header is missing, a header cannot be encoded, or the command forbids a
    ///   body. So a line break in a value cannot add a header or a frame.
    /// - Complexity: O(*n*) in the number of bytes.
    package func encoded() throws(FrameError) -> [UInt8] {
        try check()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(command.rawValue.utf8.count + 64 * (headers.count + 1) + body.count)
        bytes += command.rawValue.utf8
        bytes.append(UInt8(ascii: "\n"))
        for header in headers { append(header, to: &bytes) }
        if !body.isEmpty, self["content-length"] == nil {
            append(HeaderField("content-length", "\(body.count)"), to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        bytes += body
        bytes.append(0)
        return bytes
    }

    /// Checks that the frame can be encoded, and that a receiver with `limits` can read it.
    func check(_ limits: FrameLimits) throws(FrameError) {
        try check()
        let headerCount = headers.count + (body.isEmpty ? 0 : 1)  // A body adds the `content-length`.
        guard headerCount <= limits.headerCount else {
            throw FrameError(.tooManyHeaders(limit: limits.headerCount), in: command)
        }
        var line: [UInt8] = []
        for header in headers {
            line.removeAll(keepingCapacity: true)
            append(header, to: &line)
            guard line.count - 1 <= limits.lineLength else {
                throw FrameError(.lineTooLong(limit: limits.lineLength), in: command)
            }
        }
        guard body.count <= limits.bodyLength else {
            throw FrameError(.bodyTooLong(limit: limits.bodyLength), in: command)
        }
    }

    package var canBeEncoded: Bool { (try? check()) != nil }

    private func check() throws(FrameError) {
        try checkRequiredHeaders()
        try checkBody()
        for header in headers {
            guard !header.name.isEmpty else { throw FrameError(.noName, in: command) }
            guard isWritable(header) else { throw FrameError(.unwritable(header: header.name), in: command) }
        }
    }

    func checkRequiredHeaders() throws(FrameError) {
        for name in command.requiredHeaders where self[name] == nil {
            throw FrameError(.missingHeader(name), in: command)
        }
    }

    private func checkBody() throws(FrameError) {
        if !body.isEmpty, !command.mayHaveBody { throw FrameError(.unexpectedBody, in: command) }
        if let length = self["content-length"], Int(digits: length.utf8) != body.count {
            throw FrameError(.wrongContentLength(length, count: body.count), in: command)
        }
    }

    private func append(_ header: HeaderField, to bytes: inout [UInt8]) {
        if command.escapesHeaders {
            bytes.appendEscaped(header.name)
            bytes.append(UInt8(ascii: ":"))
            bytes.appendEscaped(header.value)
        } else {
            bytes += header.name.utf8
            bytes.append(UInt8(ascii: ":"))
            bytes += header.value.utf8
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns true if a header can be encoded.
    ///
    /// A header with NUL cannot be encoded: the grammar allows NUL, but some decoders end a frame there.
    private func isWritable(_ header: HeaderField) -> Bool {
        func isClean(_ text: String, without bytes: [UInt8]) -> Bool { !text.utf8.contains { bytes.contains($0) } }
        guard !command.escapesHeaders else {
            return isClean(header.name, without: [0]) && isClean(header.value, without: [0])
        }
        let lineBreaks = [0, UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        return isClean(header.name, without: lineBreaks + [UInt8(ascii: ":")])
            && isClean(header.value, without: lineBreaks)
    }
}
