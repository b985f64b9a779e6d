import Sockets

/// Finds frames and heart-beats in a stream of bytes, in pieces of any size.
///
/// ```swift
/// import STOMP
///
/// var decoder = FrameDecoder()
/// decoder.append(Array("RECEIPT\nreceipt-id:7\n\n\0\nRECE".utf8))
/// while let element = try decoder.next() { print(element) }
/// // Prints "RECEIPT receipt-id:7"
/// // Prints "heart-beat"
/// ```
///
/// Lines end in LF or CR LF. A body has as many bytes as its `content-length` says, and otherwise ends before the first NUL.
/// A colon in a header's value is accepted where it should have been escaped, since no other reading is possible. A NUL in a
/// header, which the grammar allows, is not: a frame that ends in its head would swallow the next ones.
///
/// Source: STOMP 1.2, "STOMP Frames" and "Augmented BNF".
public struct FrameDecoder: Sendable {
    /// A part of the stream.
    public enum Element: Hashable, Sendable {
        case frame(Frame)
        /// An EOL between frames. Those that a server appends to a frame look the same.
        case heartBeat
    }

    private enum Part { case between, command, headers, body }

    /// The limits of accepted frames.
    public let limits: FrameLimits

    private var buffer: [UInt8] = []
    /// The start of the bytes in the buffer that are not decoded yet.
    private var start = 0
    /// The end of the bytes that were searched for an end, so that none is searched twice.
    private var searched = 0
    /// The number of bytes of the stream that precede the buffer.
    private var dropped = 0

    private var part = Part.between
    private var frame = Frame(.message)
    private var contentLength: Int?
    private var failure: FrameError?

    public init(limits: FrameLimits = FrameLimits()) { self.limits = limits }

    /// Appends bytes of the stream.
    ///
    /// - Complexity: O(*n*) in the number of bytes, averaged over many calls.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        // Moving the rest to the front is worth it only if there is less of it than of what it replaces.
        if start > buffer.count / 2 {
            buffer.removeSubrange(..<start)
            dropped += start
            searched -= start
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next frame or heart-beat in the appended bytes.
    ///
    /// - Returns: `nil` if there is none yet.
    /// - Throws: The mistake in the frame. The next one cannot be found after that, so all later calls throw the same error.
    /// - Complexity: O(*n*) in the number of bytes, averaged over many calls: each byte is looked at a few times, in
    ///   however many pieces it comes.
    public mutating func next() throws(FrameError) -> Element? {
        if let failure { throw failure }
        do {
            return try advance()
        } catch {
            let known = part == .headers || part == .body
            let failure = FrameError(error, in: known ? frame.command : nil, at: dropped + start)
            self.failure = failure
            throw failure
        }
    }

    private mutating func advance() throws(FrameError.Problem) -> Element? {
        while true {
            switch part {
            case .between:
                guard start < buffer.count else { return nil }
                guard Self.lineBreaks.contains(buffer[start]) else {
                    part = .command
                    continue
                }
                guard let line = try endOfLine() else { return nil }
                start = line.next
                return .heartBeat
            case .command:
                guard let line = try endOfLine() else { return nil }
                let text = try string(buffer[line.text])
                guard let command = Frame.Command(rawValue: text) else { throw .unknownCommand(text) }
                frame = Frame(command)
                start = line.next
                part = .headers
            case .headers:
                guard let line = try endOfLine() else { return nil }
                if line.text.isEmpty {
                    try beginBody()
                    part = .body
                } else {
                    try addHeader(buffer[line.text])
                }
                start = line.next
            case .body:
                guard let end = try endOfBody() else { return nil }
                frame.body = Array(buffer[start..<end])
                start = end + 1
                searched = start
                part = .between
                return .frame(frame)
            }
        }
    }

    // MARK: The head

    private static let lineBreaks = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]

    /// Finds the line that begins at `start`, and where the next one does; `nil` if its end has not come in.
    private mutating func endOfLine() throws(FrameError.Problem) -> (text: Range<Int>, next: Int)? {
        guard let lineFeed = buffer.firstIndex(of: UInt8(ascii: "\n"), in: max(start, searched)..<buffer.count) else {
            searched = buffer.count
            // One more byte may be the carriage return of the EOL. No sum is made of a limit, which may be the largest number.
            if buffer.count - start - 1 > limits.lineLength { throw .lineTooLong(limit: limits.lineLength) }
            return nil
        }
        var text = start..<lineFeed
        if let last = text.last, buffer[last] == UInt8(ascii: "\r") { text.removeLast() }
        if text.count > limits.lineLength { throw .lineTooLong(limit: limits.lineLength) }
        if buffer.firstIndex(of: UInt8(ascii: "\r"), in: text) != nil { throw .carriageReturn }
        if buffer.firstIndex(of: 0, in: text) != nil { throw .endInHead }
        searched = lineFeed + 1
        return (text, lineFeed + 1)
    }

    private mutating func addHeader(_ line: ArraySlice<UInt8>) throws(FrameError.Problem) {
        guard frame.headers.count < limits.headerCount else { throw .tooManyHeaders(limit: limits.headerCount) }
        guard let colon = buffer.firstIndex(of: UInt8(ascii: ":"), in: line.indices) else {
            throw .noColon(header: try string(line))
        }
        guard colon > line.startIndex else { throw .noName }
        frame.headers.append(Frame.Header(try text(line[..<colon]), try text(line[(colon + 1)...])))
    }

    /// Decodes a header's name or value.
    private func text(_ bytes: ArraySlice<UInt8>) throws(FrameError.Problem) -> String {
        try string(frame.command.escapesHeaders ? try bytes.unescaped() : bytes)
    }

    private func string(_ bytes: ArraySlice<UInt8>) throws(FrameError.Problem) -> String {
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return string
    }

    // MARK: The body

    private mutating func beginBody() throws(FrameError.Problem) {
        contentLength = nil
        guard let value = frame["content-length"] else { return }
        guard let length = Int(digits: value.utf8) else { throw .invalidValue(value, header: "content-length") }
        if length > 0, !frame.command.mayHaveBody { throw .unexpectedBody }
        if length > limits.bodyLength { throw .bodyTooLong(limit: limits.bodyLength) }
        contentLength = length
    }

    /// Finds the NUL that ends the frame; `nil` if it has not come in.
    private mutating func endOfBody() throws(FrameError.Problem) -> Int? {
        if let contentLength {
            // No sum is made before: a peer may have said the largest number.
            guard contentLength < buffer.count - start else { return nil }
            let end = start + contentLength
            guard buffer[end] == 0 else { throw .noEnd(contentLength: contentLength) }
            return end
        }
        let end = buffer.firstIndex(of: 0, in: max(start, searched)..<buffer.count)
        searched = end ?? buffer.count
        if searched > start, !frame.command.mayHaveBody { throw .unexpectedBody }
        if searched - start > limits.bodyLength { throw .bodyTooLong(limit: limits.bodyLength) }
        return end
    }
}

extension FrameDecoder.Element: CustomStringConvertible {
    public var description: String {
        switch self {
        case .frame(let frame): "\(frame)"
        case .heartBeat: "heart-beat"
        }
    }
}
