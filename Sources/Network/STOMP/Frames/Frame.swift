import AsyncPrimitives
import Sockets

/// A message between the two sides of a STOMP 1.2 connection: a command, headers and, for some commands, a body.
///
/// Source: STOMP Protocol Specification, Version 1.2, "STOMP Frames" and "Augmented BNF".
package struct Frame: Hashable, Sendable {
    package var command: Command
    /// The headers in order, repeated headers included. The text is unescaped; names are case-sensitive.
    package var headers: [HeaderField]
    /// The body, which may contain any bytes, even NUL; empty if the frame has no body.
    package var body: [UInt8]

    package init(_ command: Command, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.command = command
        self.headers = headers
        self.body = body
    }

    /// The value of a header; `nil` if it is missing. If a header is repeated, its first value counts.
    ///
    /// Names are compared by their bytes in UTF-8.
    ///
    /// Source: "Repeated Header Entries".
    ///
    /// - Complexity: O(*n*) in the number of headers.
    package subscript(name: String) -> String? { headers.value(of: name) }
}

extension [HeaderField] {
    /// The value of the first header with a name; `nil` if no header has this name.
    package func value(of name: String) -> String? { first { $0.name.onWire == name.onWire }?.value }
}

extension Frame: SecretHolding {
    /// The command and the headers, cut after 4 KiB.
    ///
    /// The headers are escaped, so they stay on one line, and cannot fake a line of a log.
    package var description: String {
        let head = ([command.rawValue] + headers.map(describe)).joined(separator: " ").utf8.shownText
        return body.isEmpty ? head : "\(head), \(body.count) byte\(body.count == 1 ? "" : "s")"
    }

    /// A `CONNECT` frame may have a token in any header, so only headers that are known to be harmless are shown.
    private func describe(_ header: HeaderField) -> String {
        let isHarmless = ["accept-version", "host", "login", "heart-beat"].contains(header.name)
        let mayBeSecret = command == .connect && !isHarmless || header.name == "passcode"
        var bytes: [UInt8] = []
        bytes.appendEscaped(header.name)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendEscaped(mayBeSecret ? "…" : header.value)
        return String(decoding: bytes, as: UTF8.self)
    }

    package var shownParts: KeyValuePairs<String, Any> { ["command": command, "headers": headers, "body": body] }
}
