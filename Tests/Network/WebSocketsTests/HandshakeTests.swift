import LoopbackServer
import Foundation
import Sockets
import Testing

@testable import WebSockets

/// The handshakes before the first frame, after RFC 6455, section 4.
@Suite struct HandshakeTests {
    /// The key and its answer in section 1.3.
    private static let key = HandshakeKey("dGhlIHNhbXBsZSBub25jZQ==")!
    private static let acceptance = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let accepted = ["HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade", acceptance]

    private static func handshake(_ subprotocols: [String] = ["v12.stomp", "chat"]) throws -> ClientHandshake {
        let request = ConnectionRequest(to: URL(string: "ws://host/")!, subprotocols: subprotocols)
        return try ClientHandshake(request, to: Endpoint(request.url), key: key)
    }

    private static func answer(
        _ lines: [String], end: String = "\r\n\r\n", offering subprotocols: [String] = ["v12.stomp", "chat"]
    ) throws -> (answer: ClientHandshake.Answer?, rest: Int) {
        var handshake = try handshake(subprotocols)
        return try Array((lines.joined(separator: "\r\n") + end).utf8).withUnsafeBytes { bytes in
            var rest = bytes
            // A refusal without a length ends with the connection.
            return (try handshake.answer(from: &rest) ?? handshake.refusalSoFar, rest.count)
        }
    }

    @Test func `The request is what the RFC asks for`() throws {
        let request = ConnectionRequest(
            to: URL(string: "ws://example.com:8080/chat?room=1%202")!,
            headers: [HeaderField("Authorization", "Bearer t")],
            subprotocols: ["v12.stomp", "chat"])
        let handshake = try ClientHandshake(request, to: Endpoint(request.url), key: Self.key)
        #expect(
            String(decoding: handshake.request, as: UTF8.self) == """
                GET /chat?room=1%202 HTTP/1.1\r
                Host: example.com:8080\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Protocol: v12.stomp, chat\r
                Accept-Encoding: identity\r
                Authorization: Bearer t\r
                \r

                """)
        let other = try ClientHandshake(ConnectionRequest(to: request.url, headers: [.init("accept-encoding", "gzip")]))
        #expect(!String(decoding: other.request, as: UTF8.self).contains("identity"))
    }

    @Test func `Each handshake has a separate key, of 16 bytes`() {
        let keys = (0..<100).map { _ in HandshakeKey.random().text }
        #expect(Set(keys).count == 100)
        #expect(keys.allSatisfy { Data(base64Encoded: $0)?.count == 16 })
    }

    @Test(arguments: [
        ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", acceptance],
        ["HTTP/1.1 101", "UPGRADE: WebSocket", "connection: keep-alive, upgrade", acceptance, "Server: x"],
        ["HTTP/1.1 101 ", "Upgrade:websocket", "Connection: close", "Connection:  Upgrade\t", acceptance],
        [
            "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade",
            acceptance,
        ],
    ])
    func `An answer is accepted in whatever case and order it comes`(lines: [String]) throws {
        #expect(try Self.answer(lines).answer == .accepted(subprotocol: nil))
    }

    // The last one begins with an accent, which Swift's characters would take for one with the blank before it.
    @Test(arguments: [
        ("", ""), (" \t ", ""), ("chat", "chat"), (" a b ", "a b"), ("\tä\t", "ä"), (" \u{301}a", "\u{301}a"),
    ])
    func `Blanks and tabs around the value of a field do not belong to it`(text: String, value: String) throws {
        let head = try #require(HTTPHead(lines: ["HTTP/1.1 101 Switching Protocols", "Name:\(text)"]))
        #expect(head.fields.map { Array($0.value.utf8) } == [Array(value.utf8)])
    }

    @Test func `An older server refuses as any other does`() throws {
        #expect(try Self.answer(["HTTP/1.0 401 Unauthorized"]).answer == .refused(status: 401, headers: []))
    }

    @Test func `A refusal is one however large it is, with the headers that there is room for`() throws {
        let cookie = "Set-Cookie: " + String(repeating: "x", count: 5000)
        let lines = ["HTTP/1.1 401 Unauthorized", "Retry-After: 5", cookie, cookie, cookie, cookie]
        let answer = try Self.answer(lines).answer
        guard case .refused(401, let headers, "") = answer else { return #expect(answer == nil) }
        #expect(headers.first == HeaderField("Retry-After", "5"))
    }

    /// A part of a good answer, and what a bad one has in its place.
    private static let replacements = [
        ("HTTP/1.1 101 ", "SSH-2.0-OpenSSH_9.2"), ("HTTP/1.1", "HTTP/2"), ("HTTP/1.1", "HTTP/1.0"),
        ("HTTP/1.1", "HTTP/1.\u{661}"), ("101", "1000"), ("101", "abc"), (acceptance, "X: x"),
        (acceptance, "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
        ("Upgrade: websocket", "X: x"), ("websocket", "websockets"),
        // U+212A, which is K to Swift, in any case.
        ("websocket", "websoc\u{212A}et"), (acceptance, acceptance.replacing("K", with: "\u{212A}")),
        ("Connection: Upgrade", "X: x"), ("Connection: Upgrade", "Connection: Upgrade-Insecure"),
        ("Connection", " Connection"),
    ]
    private static let additions = [
        acceptance, "Sec-WebSocket-Protocol: mqtt", "Sec-WebSocket-Protocol: v12.stomp, chat",
        "Sec-WebSocket-Extensions: permessage-deflate", "No colon", "A bare: line\nend", "A bare: carriage\rreturn",
        "A bare: \0", "Large: " + String(repeating: "x", count: 16 * 1024),
    ]

    @Test(arguments: replacements + additions.map { (acceptance, "\(acceptance)\r\n\($0)") })
    func `An answer that does not keep to the protocol is a violation`(part: String, replacement: String) {
        let lines = Self.accepted.map { $0.replacing(part, with: replacement) }
        #expect(!lines.joined().utf8.elementsEqual(Self.accepted.joined().utf8))
        let error = #expect(throws: TransportError.self) { try Self.answer(lines) }
        guard case .violation = error else { return #expect(error == .violation("")) }
    }

    @Test func `A subprotocol that is equal to Swift and not on the wire was not offered`() {
        let error = TransportError.violation("the answer has the subprotocol “\u{212A}”, which was not offered")
        #expect(throws: error) {
            try Self.answer(Self.accepted + ["Sec-WebSocket-Protocol: \u{212A}"], offering: ["K"])
        }
    }

    @Test func `What is no HTTP is found by its first bytes`() {
        #expect(throws: TransportError.violation("the handshake is not HTTP")) { try Self.answer(["\u{16}"], end: "") }
    }

    @Test(arguments: [
        HeaderField("X-Good", "bad\r\nX-Injected: 1"), HeaderField("X-Good", "bad\nline"), HeaderField("X-Good", "\0"),
        HeaderField("X-Good", "\u{7F}"), HeaderField("Bad name", "1"), HeaderField("Bad:", "1"), HeaderField("", "1"),
        HeaderField("Bad\r\nX-Injected", "1"), HeaderField("Bäd", "1"), HeaderField("Host", "other"),
        HeaderField("sec-websocket-KEY", "1"), HeaderField("Sec-WebSocket-Extensions", "permessage-deflate"),
        HeaderField("Connection", "close"), HeaderField("Content-Length", "5"),
    ])
    func `A header that would say something else than is meant is refused`(header: HeaderField) {
        let request = ConnectionRequest(to: URL(string: "ws://host")!, headers: [header])
        let error = #expect(throws: TransportError.self) { try ClientHandshake(request) }
        guard case .invalidRequest = error else { return #expect(error == .invalidRequest("")) }
    }

    @Test(arguments: [[""], ["a b"], ["a,b"], ["a\r\nb"], ["chat", "chat"]])
    func `A subprotocol that cannot be offered is refused`(subprotocols: [String]) {
        let error = #expect(throws: TransportError.self) { try Self.handshake(subprotocols) }
        guard case .invalidRequest = error else { return #expect(error == .invalidRequest("")) }
    }

    // MARK: The server's side

    private static func request(_ bytes: [UInt8]) throws -> ServerHandshake.Request? {
        var handshake = ServerHandshake()
        return try bytes.withUnsafeBytes { bytes in
            var rest = bytes
            return try handshake.request(from: &rest)
        }
    }

    @Test(arguments: [
        ("GET", "POST"), ("HTTP/1.1", "HTTP/1.0"), ("Host: host\r\n", ""), ("websocket", "h2c"),
        (": Upgrade", ": close"),
        ("Version: 13", "Version: 8"), ("Key: dGhl", "Key: "),
    ])
    func `A server refuses a request for something else`(part: String, replacement: String) throws {
        let request = String(decoding: try Self.handshake().request, as: UTF8.self)
        let other = request.replacing(part, with: replacement)
        #expect(other != request)
        #expect(throws: TransportError.self) { try Self.request(Array(other.utf8)) }
    }
}
