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

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ])
    func `SHA-1 gives what the standard says`(message: String, digest: String) {
        let bytes = SHA1.digest(of: Array(message.utf8))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
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

    @Test func `The server chooses one of the subprotocols`() throws {
        #expect(
            try Self.answer(Self.accepted + ["Sec-WebSocket-Protocol: chat"]).answer == .accepted(subprotocol: "chat"))
    }

    @Test func `What follows the head belongs to the first frame`() throws {
        #expect(try Self.answer(Self.accepted, end: "\r\n\r\n\u{1}\u{5}").rest == 2)
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

    @Test(arguments: [
        ["SSH-2.0-OpenSSH_9.2"],
        ["HTTP/2 101 "],
        ["HTTP/1.0 101 ", "Upgrade: websocket", "Connection: Upgrade", acceptance],
        ["HTTP/1.1 1000 "],
        ["HTTP/1.1 abc"],
        ["HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade"],
        [
            "HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ],
        accepted + [acceptance],
        ["HTTP/1.1 101 ", "Connection: Upgrade", acceptance],
        ["HTTP/1.1 101 ", "Upgrade: websockets", "Connection: Upgrade", acceptance],
        // U+212A, which is K to Swift, in any case.
        ["HTTP/1.1 101 ", "Upgrade: websoc\u{212A}et", "Connection: Upgrade", acceptance],
        [
            "HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade",
            acceptance.replacing("K", with: "\u{212A}"),
        ],
        ["HTTP/1.\u{661} 101 ", "Upgrade: websocket", "Connection: Upgrade", acceptance],
        ["HTTP/1.1 101 ", "Upgrade: websocket", acceptance],
        ["HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade-Insecure", acceptance],
        accepted + ["Sec-WebSocket-Protocol: mqtt"],
        accepted + ["Sec-WebSocket-Protocol: v12.stomp, chat"],
        accepted + ["Sec-WebSocket-Extensions: permessage-deflate"],
        ["HTTP/1.1 101 ", "Upgrade: websocket", " Connection: Upgrade", acceptance],
        ["HTTP/1.1 101 ", "No colon"],
        ["HTTP/1.1 101 ", "A bare: line\nend"],
        ["HTTP/1.1 101 ", "A bare: carriage\rreturn"],
        ["HTTP/1.1 101 ", "A bare: \0"],
        ["HTTP/1.1 101 ", "Large: " + String(repeating: "x", count: 16 * 1024)],
    ])
    func `An answer that does not keep to the protocol is a violation`(lines: [String]) {
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

    @Test func `A server understands the client, and the client the server`() throws {
        var client = try Self.handshake()
        let request = try #require(try Self.request(client.request))
        #expect(request.resource == "/")
        #expect(request.subprotocols == ["v12.stomp", "chat"])
        let answer = try request.acceptance(subprotocol: "chat").withUnsafeBytes { bytes in
            var rest = bytes
            return try client.answer(from: &rest)
        }
        #expect(answer == .accepted(subprotocol: "chat"))
        let refusal = try ServerHandshake.refusal(status: 401).withUnsafeBytes { bytes in
            var rest = bytes
            return try client.answer(from: &rest)
        }
        #expect(refusal == .refused(status: 401, headers: [HeaderField("Content-Length", "0")]))
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
