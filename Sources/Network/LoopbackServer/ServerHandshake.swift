import WebSockets
import Sockets

/// The server's side of the opening handshake.
///
/// Source: RFC 6455, section 4.2.
package struct ServerHandshake {
    package struct Request: Hashable, Sendable {
        package let resource: String
        package let headers: [HeaderField]
        /// The subprotocols that the client speaks, in the order of its preference.
        package let subprotocols: [String]
        let key: HandshakeKey

        package func acceptance(subprotocol: String? = nil, headers: [HeaderField] = []) -> [UInt8] {
            var fields = [
                HeaderField("Upgrade", "websocket"), HeaderField("Connection", "Upgrade"),
                HeaderField("Sec-WebSocket-Accept", key.acceptKey),
            ]
            if let subprotocol { fields.append(HeaderField("Sec-WebSocket-Protocol", subprotocol)) }
            return ServerHandshake.head(status: 101, phrase: "Switching Protocols", fields: fields + headers)
        }
    }

    private var parser = HTTPHeadParser(beginning: "GET /")

    package init() {}

    /// Removes a client's request from the input, and leaves the bytes after it; `nil` if the request is incomplete.
    ///
    /// Throws `TransportError.violation` if the client does not ask for a WebSocket connection.
    package mutating func request(from input: inout UnsafeRawBufferPointer) throws(TransportError) -> Request? {
        guard let head = try parser.next(from: &input) else { return nil }
        let words = head.firstLine.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" else { throw .violation("the request is not HTTP/1.1") }
        guard head.value(of: "Host") != nil else { throw .violation("the request has no host") }
        return Request(
            resource: String(words[1]), headers: head.fields, subprotocols: head.list(of: "Sec-WebSocket-Protocol"),
            key: try key(of: head))
    }

    private func key(of head: HTTPHead) throws(TransportError) -> HandshakeKey {
        guard head.list(of: "Upgrade", contains: "websocket"), head.list(of: "Connection", contains: "upgrade") else {
            throw .violation("the request does not ask for WebSocket")
        }
        guard head.value(of: "Sec-WebSocket-Version") == "13" else { throw .violation("the version is not 13") }
        guard let key = head.value(of: "Sec-WebSocket-Key").flatMap({ HandshakeKey($0) }) else {
            throw .violation("the key is not 16 bytes in Base64")
        }
        return key
    }

    package static func refusal(status: Int, headers: [HeaderField] = []) -> [UInt8] {
        head(status: status, phrase: "", fields: headers + [HeaderField("Content-Length", "0")])
    }

    private static func head(status: Int, phrase: String, fields: [HeaderField]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) \(phrase)"] + fields.map { "\($0.name): \($0.value)" } + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}
