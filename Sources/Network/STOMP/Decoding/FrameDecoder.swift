import AsyncPrimitives
import Sockets

/// A decoder of frames and heart-beats from a stream of bytes that arrives in pieces of any size.
///
/// Lines end in LF or CR LF. The length of a body is its `content-length`; without it, the body ends before the first
/// NUL.
///
/// Servers forward data of other programs, so the decoder tolerates the following:
///
/// | Found | Read as |
/// |---|---|
/// | a colon in a header's value that should have been escaped, or a NUL in a header | a part of the header |
/// | bytes of a header that are not UTF-8 | U+FFFD |
/// | a header without a name | no header |
/// | a header with a line longer than the limit | no header |
/// | a header beyond the greatest number of headers | no header, unless STOMP defines it |
///
/// A frame with an undefined escape, a stray carriage return or a body beyond the limit is ``Element/unreadable(_:)``.
/// The decoder skips the body of such a frame. After any other mistake the end of the frame is unknown, so the decoder
/// throws an error.
///
/// Source: STOMP 1.2, "STOMP Frames" and "Augmented BNF".
package struct FrameDecoder: Sendable {
    package enum Element: Hashable, Sendable {
        case frame(Frame)
        /// A skipped frame, which breaks a rule or a limit.
        case unreadable(UnreadableFrame)
        /// An EOL between frames. If a server appends an EOL to a frame, that counts as a heart-beat, too.
        case heartBeat
    }

    private enum Part { case between, command, headers, body }

    package let limits: FrameLimits

    private var stream = UndecodedBytes()
    private var part = Part.between
    /// The number of bytes of the stream that precede the current line or body.
    private var place = 0
    /// True if the current line has exceeded the limit.
    private var isInLongLine = false
    private var current = PartialFrame(.message)
    private var failure: FrameError?

    package init(limits: FrameLimits = FrameLimits()) { self.limits = limits }

    /// The part of the current frame's head that was read; `nil` between frames.
    var unfinishedFrame: Frame? { part == .headers || part == .body ? current.frame : nil }

    /// Appends bytes of the stream.
    ///
    /// - Complexity: O(*n*) in the number of bytes, averaged over many calls.
    package mutating func append(_ bytes: some Sequence<UInt8>) { stream.append(bytes) }

    /// Returns the next frame or heart-beat in the appended bytes.
    ///
    /// - Returns: The next element; `nil` if it is not complete.
    /// - Throws: The mistake in the frame. No frame can be found after that, so later calls throw the same error.
    /// - Complexity: O(*n*) in the number of bytes, averaged over many calls. Each byte is examined a few times,
    ///   regardless of the number of pieces.
    package mutating func next() throws(FrameError) -> Element? {
        if let failure { throw failure }
        do {
            return try advance()
        } catch {
            let failure = FrameError(error, in: unfinishedFrame?.command, at: place)
            self.failure = failure
            throw failure
        }
    }

    private mutating func advance() throws(FrameError.Problem) -> Element? {
        while true {
            if !isInLongLine, part != .body { place = stream.offset }
            switch part {
            case .between:
                guard let byte = stream.first else { return nil }
                guard Self.lineBreaks.contains(byte) else {
                    part = .command
                    continue
                }
                guard let line = try nextShortLine() else { return nil }
                guard line.isEmpty else { throw .carriageReturn }
                return .heartBeat
            case .command:
                guard let line = try nextShortLine() else { return nil }
                current = PartialFrame(try command(line))
                part = .headers
            case .headers:
                switch nextLine() {
                case .none, .tooLong(hasEnded: false): return nil
                case .tooLong(hasEnded: true): break
                case .text(let line) where line.isEmpty:
                    try beginBody()
                    part = .body
                    place = stream.offset
                case .text(let line): try addHeader(line)
                }
            case .body:
                guard let element = try readBody() else { return nil }
                part = .between
                return element
            }
        }
    }

    // MARK: Lines

    private static let lineBreaks = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]

    private enum Line {
        /// A line without its EOL.
        case text(ArraySlice<UInt8>)
        /// A line beyond the limit, without its text. `hasEnded` is false if more of the line follows.
        case tooLong(hasEnded: Bool)
    }

    /// Removes and returns the next line; `nil` if the end of the line has not come in.
    private mutating func nextLine() -> Line? {
        guard let lineFeed = stream.firstIndex(of: UInt8(ascii: "\n")) else {
            // One byte beyond the limit may be the carriage return of the EOL.
            if stream.count - 1 > limits.lineLength { isInLongLine = true }
            if isInLongLine { stream.removeAll() }
            return isInLongLine ? .tooLong(hasEnded: false) : nil
        }
        var text = stream.start..<lineFeed
        if let last = text.last, stream.buffer[last] == UInt8(ascii: "\r") { text.removeLast() }
        let isTooLong = isInLongLine || text.count > limits.lineLength
        isInLongLine = false
        stream.remove(upTo: lineFeed + 1)
        return isTooLong ? .tooLong(hasEnded: true) : .text(stream.buffer[text])
    }

    /// Removes and returns a line that is no header, and throws if it is too long; `nil` if its end has not come in.
    private mutating func nextShortLine() throws(FrameError.Problem) -> ArraySlice<UInt8>? {
        guard let line = nextLine() else { return nil }
        guard case .text(let text) = line else { throw .lineTooLong(limit: limits.lineLength) }
        return text
    }

    // MARK: The head

    private func command(_ line: ArraySlice<UInt8>) throws(FrameError.Problem) -> Frame.Command {
        if line.contains(UInt8(ascii: "\r")) { throw .carriageReturn }
        if line.contains(0) { throw .endInHead }
        guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
        guard let command = Frame.Command(rawValue: text) else { throw .unknownCommand(text) }
        return command
    }

    private mutating func addHeader(_ line: ArraySlice<UInt8>) throws(FrameError.Problem) {
        func index(of byte: UInt8) -> Int? { stream.buffer.firstIndex(of: byte, in: line.indices) }
        guard index(of: UInt8(ascii: "\r")) == nil else { return note(.carriageReturn) }
        guard let colon = index(of: UInt8(ascii: ":")) else {
            if index(of: 0) != nil { throw .endInHead }
            throw .noColon(header: String(decoding: line, as: UTF8.self))
        }
        guard colon > line.startIndex else { return }
        do {
            let header = HeaderField(try text(line[..<colon]), try text(line[(colon + 1)...]))
            current.add(header, limit: limits.headerCount)
        } catch {
            note(error)
        }
    }

    /// Decodes a header's name or value.
    private func text(_ bytes: ArraySlice<UInt8>) throws(FrameError.Problem) -> String {
        String(decoding: current.frame.command.escapesHeaders ? try bytes.unescaped() : bytes, as: UTF8.self)
    }

    /// Stores a mistake that makes the frame unreadable, unless there was an earlier mistake.
    private mutating func note(_ problem: FrameError.Problem) {
        if current.error == nil { current.error = FrameError(problem, in: current.frame.command, at: place) }
    }

    // MARK: The body

    private mutating func beginBody() throws(FrameError.Problem) {
        guard let value = current.frame["content-length"] else { return }
        guard let length = Int(digits: value.utf8) else { throw .invalidValue(value, header: "content-length") }
        if length > 0, !current.frame.command.mayHaveBody { throw .unexpectedBody }
        if length > limits.bodyLength { note(.bodyTooLong(limit: limits.bodyLength)) }
        current.contentLength = length
    }

    /// Removes the body and the NUL after it, and returns the frame; `nil` if the NUL has not come in.
    private mutating func readBody() throws(FrameError.Problem) -> Element? {
        if let error = current.error { return try skipBody(error) }
        let end: Int
        if let contentLength = current.contentLength {
            // The end is calculated after the check: a peer may send the largest number, and the sum would overflow.
            guard contentLength < stream.count else { return nil }
            end = stream.start + contentLength
            guard stream.buffer[end] == 0 else { throw .noEnd(contentLength: contentLength) }
        } else {
            let found = stream.firstIndex(of: 0)
            let length = (found ?? stream.buffer.count) - stream.start
            if length > 0, !current.frame.command.mayHaveBody { throw .unexpectedBody }
            if length > limits.bodyLength {
                note(.bodyTooLong(limit: limits.bodyLength))
                return try readBody()
            }
            guard let found else { return nil }
            end = found
        }
        current.frame.body = Array(stream.buffer[stream.start..<end])
        stream.remove(upTo: end + 1)
        return .frame(current.frame)
    }

    /// Drops the available bytes of the body. Returns the unreadable frame; `nil` if the body has not ended.
    private mutating func skipBody(_ error: FrameError) throws(FrameError.Problem) -> Element? {
        if let contentLength = current.contentLength {
            current.skipped += stream.removeFirst(atMost: contentLength - current.skipped)
            guard current.skipped == contentLength, let end = stream.first else { return nil }
            guard end == 0 else { throw .noEnd(contentLength: contentLength) }
            stream.remove(upTo: stream.start + 1)
        } else {
            guard let end = stream.firstIndex(of: 0) else {
                stream.removeAll()
                return nil
            }
            stream.remove(upTo: end + 1)
        }
        return .unreadable(UnreadableFrame(head: current.frame, error: error))
    }
}

extension FrameDecoder {
    /// A frame that is not complete.
    private struct PartialFrame {
        var frame: Frame
        /// The first mistake that makes the frame unreadable.
        var error: FrameError?
        /// The number of bytes of the body; `nil` if the body ends before the first NUL.
        var contentLength: Int?
        /// The number of bytes of the body that were dropped.
        var skipped = 0

        init(_ command: Frame.Command) { frame = Frame(command) }

        /// Adds a header. Once the frame has `limit` headers, adds only the first of each header that STOMP defines.
        mutating func add(_ header: HeaderField, limit: Int) {
            if frame.headers.count >= limit {
                guard Frame.Command.definedHeaders.contains(header.name), frame[header.name] == nil else { return }
            }
            frame.headers.append(header)
        }
    }
}
