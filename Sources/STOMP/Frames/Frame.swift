/// What two sides of a STOMP 1.2 connection send each other: a command, headers, and for some commands a body.
///
/// Frames that a client sends are made by the methods of this type, such as ``send(_:to:contentType:receipt:headers:)``;
/// frames that a server has sent are looked at as a ``ServerFrame``.
///
/// ```swift
/// import STOMP
///
/// let frame = Frame.send(Array("Ahoy".utf8), to: "/topic/harbour", contentType: "text/plain")
/// print(frame)  // Prints "SEND destination:/topic/harbour content-type:text/plain, 4 bytes"
/// var decoder = FrameDecoder()
/// decoder.append(try frame.encoded())
/// if case .frame(let copy)? = try decoder.next() { print(copy["destination"] ?? "") }  // Prints "/topic/harbour"
/// ```
///
/// Source: STOMP Protocol Specification, Version 1.2, "STOMP Frames" and "Augmented BNF".
public struct Frame: Hashable, Sendable {
    public var command: Command
    /// The headers in their order, those that are repeated included.
    public var headers: [Header]
    /// Whatever octets the sender chose, NUL among them; empty where there is no body.
    public var body: [UInt8]

    public init(_ command: Command, headers: [Header] = [], body: [UInt8] = []) {
        self.command = command
        self.headers = headers
        self.body = body
    }

    /// The value of a header; of one that is repeated, the first one, which is the one that counts.
    ///
    /// Source: "Repeated Header Entries".
    ///
    /// - Complexity: O(*n*) in the number of headers.
    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension Frame {
    /// A name and a value in the head of a frame, without the escapes of the wire.
    public struct Header: Hashable, Sendable {
        /// What the header is called; upper and lower case differ.
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// What a frame shows of itself may stand in a journal, where a passcode is not to stand.
extension Frame: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let head = ([command.rawValue] + headers.map(describe)).joined(separator: " ")
        return body.isEmpty ? head : "\(head), \(body.count) byte\(body.count == 1 ? "" : "s")"
    }
    /// Who asks for a session shows its token in whichever header the server wants.
    private func describe(_ header: Header) -> String {
        let isHarmless = ["accept-version", "host", "login", "heart-beat"].contains(header.name)
        let mayBeSecret = (command == .connect || command == .stomp) && !isHarmless
        return "\(mayBeSecret ? Header(header.name, "…") : header)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["command": command, "headers": headers, "body": body])
    }
}

extension Frame.Header: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The header with its escapes, hence on one line: nobody can forge a line of a journal.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.appendEscaped(name)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendEscaped(name == "passcode" ? "…" : value)
        return String(decoding: bytes, as: UTF8.self)
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
