import Foundation

/// The random number in a client's handshake. A correct answer proves that the server has read the number.
///
/// Source: RFC 6455, sections 4.1 and 4.2.2.
package struct HandshakeKey: Hashable, Sendable {
    /// The number as in `Sec-WebSocket-Key`: 16 bytes in Base64.
    package let text: String

    /// Reads the key that a client has sent; `nil` if it does not encode 16 bytes.
    package init?(_ text: String) {
        guard Data(base64Encoded: text)?.count == 16 else { return nil }
        self.text = text
    }

    private init(_ bytes: [UInt8]) { text = Data(bytes).base64EncodedString() }

    package static func random() -> HandshakeKey {
        // Each number is a call of the system, so two numbers of 8 bytes are better than 16 of one byte.
        var generator = SystemRandomNumberGenerator()
        return withUnsafeBytes(of: (generator.next(), generator.next())) { HandshakeKey(Array($0)) }
    }

    /// The value that `Sec-WebSocket-Accept` must have.
    package var acceptKey: String {
        Data(SHA1.digest(of: Array((text + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }
}
