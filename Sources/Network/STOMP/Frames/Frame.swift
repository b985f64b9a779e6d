import AsyncPrimitives
import Sockets

/// A message between the two sides of a STOMP 1.2 connection: a command, headers, and for some commands a body.
///
/// A client creates its frames with the methods of this type, such as ``send(_:to:contentType:receipt:headers:)``. A
/// ``ServerFrame`` gives the frames of a server their meaning.
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
    /// A name and a value in the head of a frame, without the escapes of the wire; upper and lower case differ.
    public typealias Header = HeaderField

    public var command: Command
    /// The headers in their order, repeated ones included.
    public var headers: [Header]
    /// Any octets, NUL among them; empty where there is no body.
    public var body: [UInt8]

    public init(_ command: Command, headers: [Header] = [], body: [UInt8] = []) {
        self.command = command
        self.headers = headers
        self.body = body
    }

    /// The value of a header; of a repeated one, the first value, which is the one that counts.
    ///
    /// Names are compared by their bytes in UTF-8.
    ///
    /// Source: "Repeated Header Entries".
    ///
    /// - Complexity: O(*n*) in the number of headers.
    public subscript(name: String) -> String? { headers.value(of: name) }
}

extension [Frame.Header] {
    /// The value of the first header with a name.
    func value(of name: String) -> String? { first { $0.name.onWire == name.onWire }?.value }
}

extension Frame: SecretHolding {
    /// The command and the headers, cut after 4 KiB.
    ///
    /// The headers have their escapes, hence are on one line: a header cannot forge a line of a log.
    public var description: String {
        let head = ([command.rawValue] + headers.map(describe)).joined(separator: " ").utf8.shownText
        return body.isEmpty ? head : "\(head), \(body.count) byte\(body.count == 1 ? "" : "s")"
    }

    /// A client that asks for a session may show its token in any header, so only harmless ones are shown there.
    private func describe(_ header: Header) -> String {
        let isHarmless = ["accept-version", "host", "login", "heart-beat"].contains(header.name)
        let mayBeSecret = (command == .connect || command == .stomp) && !isHarmless || header.name == "passcode"
        var bytes: [UInt8] = []
        bytes.appendEscaped(header.name)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendEscaped(mayBeSecret ? "…" : header.value)
        return String(decoding: bytes, as: UTF8.self)
    }

    package var shownParts: KeyValuePairs<String, Any> { ["command": command, "headers": headers, "body": body] }
}
