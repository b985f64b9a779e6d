import Sockets

/// A mistake in a frame, and the place of the mistake.
package struct FrameError: Error, Hashable {
    package let problem: Problem
    package let command: Frame.Command?
    /// The number of bytes in the stream before the wrong line or body; `nil` for a frame to be sent.
    package let offset: Int?

    init(_ problem: Problem, in command: Frame.Command?, at offset: Int? = nil) {
        self.problem = problem
        self.command = command
        self.offset = offset
    }

    package enum Problem: Error, Hashable {
        case unknownCommand(String)
        case carriageReturn, endInHead, notUTF8
        case noColon(header: String)
        case noName
        case undefinedEscape(String)
        case unwritable(header: String)
        case missingHeader(String)
        case invalidValue(String, header: String)
        case unexpectedBody
        case noEnd(contentLength: Int)
        case wrongContentLength(String, count: Int)
        case tooManyHeaders(limit: Int), lineTooLong(limit: Int), bodyTooLong(limit: Int)
        case notAServersFrame
        case unsupportedVersion(String)
    }
}

extension FrameError: CustomStringConvertible {
    package var description: String {
        let place = [command?.rawValue, offset.map { "at byte \($0)" }].compactMap { $0 }.joined(separator: " ")
        return place.isEmpty ? "\(problem)" : "\(place): \(problem)"
    }
}

extension FrameError.Problem: CustomStringConvertible {
    package var description: String { text.utf8.shownText }

    private var text: String {
        switch self {
        case .unknownCommand(let command): "there is no command “\(command)”"
        case .carriageReturn: "a carriage return is not followed by a line feed"
        case .endInHead: "the frame ends before its head does"
        case .notUTF8: "the line is not UTF-8"
        case .noColon(let header): "the header “\(header)” has no colon"
        case .noName: "a header has no name"
        case .undefinedEscape(let escape): "“\(escape)” is no escape"
        case .unwritable(let header): "the header “\(header)” holds what cannot be written in this frame"
        case .missingHeader(let header): "the header “\(header)” is missing"
        case .invalidValue(let value, let header): "“\(value)” is not a \(header)"
        case .unexpectedBody: "the frame must not have a body"
        case .noEnd(let length): "no NUL follows the \(length) bytes of the body"
        case .wrongContentLength(let length, let count):
            "the content-length is \(length), and the body has \(count) bytes"
        case .tooManyHeaders(let limit): "the frame has more than \(limit) headers"
        case .lineTooLong(let limit): "the line has more than \(limit) bytes"
        case .bodyTooLong(let limit): "the body has more than \(limit) bytes"
        case .notAServersFrame: "no server sends this frame"
        case .unsupportedVersion(let version): "the server speaks version \(version)"
        }
    }
}

extension Collection<UInt8> {
    /// The first 4 KiB of a peer's text, for errors, statuses and logs. A mark shows that a longer text was cut.
    var shownText: String {
        guard count > 4 << 10 else { return String(decoding: self, as: UTF8.self) }
        return String(decoding: prefix(4 << 10), as: UTF8.self) + "… (\(count) bytes)"
    }
}
