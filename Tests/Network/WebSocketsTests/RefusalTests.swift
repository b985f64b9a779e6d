import Foundation
import LoopbackServer
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// The words, headers and codes of servers that refuse, and the place where an app finds them.
@Suite(.timeLimit(.minutes(60))) struct RefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The bytes of the server after the request of the client.
        let answer: @Sendable (ServerHandshake.Request) -> [UInt8]
        var closes = false
        let error: SocketError
        /// The description of the error, where its words come from the server.
        var text: String?
    }

    private static func http(_ status: Int, _ headers: [HeaderField], _ body: String = "") -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) No"] + headers.map { "\($0.name): \($0.value)" } + ["", body]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func refusal(
        _ name: String, _ status: Int, _ headers: [HeaderField], sent: String = "", closes: Bool = false,
        body: String = "", text: String? = nil
    ) -> Refusal {
        Refusal(
            testDescription: name, answer: { _ in http(status, headers, sent) }, closes: closes,
            error: .refused(status: status, headers: headers, body: body), text: text)
    }

    private static let json = "{\r\n  \"error\": \"over quota\"\r\n}\n"
    private static let jsonHeaders = [HeaderField("Content-Length", "\(json.utf8.count)"), HeaderField("X-Code", "7")]

    private static let statuses = [
        refusal(
            "with a length", 403, jsonHeaders, sent: json, body: #"{ "error": "over quota" }"#,
            text: #"refused with status 403: { "error": "over quota" }"#),
        refusal(
            "in chunks", 403, [HeaderField("Transfer-Encoding", "chunked")],
            sent: "5\r\nover \r\n05;x=y\r\nquota\r\n0\r\n\r\n", body: "over quota",
            text: "refused with status 403: over quota"),
        refusal(
            "of a proxy", 407, [HeaderField("Proxy-Authenticate", "Basic"), HeaderField("Content-Length", "0")],
            text: "refused with status 407: Basic"),
        refusal(
            "up to the end of the connection", 502, [HeaderField("Connection", "close")],
            sent: "<h1>Bad\u{202E}Gateway\u{1B}[2J</h1>", closes: true, body: "<h1>Bad Gateway [2J</h1>",
            text: "refused with status 502: <h1>Bad Gateway [2J</h1>"),
        refusal(
            "that says when to come again", 503, [HeaderField("Retry-After", "9"), HeaderField("Content-Length", "0")],
            text: "refused with status 503: Retry-After 9"),
        refusal(
            "that is large", 500, [], sent: String(repeating: "ä", count: 100_000),
            body: String(repeating: "ä", count: 2048),
            text: "refused with status 500: \(String(repeating: "ä", count: 150))…"),
        refusal(
            "that promises more than it sends", 500, [HeaderField("Content-Length", "9223372036854775808")],
            sent: "half of i", body: "half of i"),
        refusal(
            "whose connection ends before the body does", 500, [HeaderField("Content-Length", "9223372036854775807")],
            sent: "half of i", closes: true, body: "half of i"),
        refusal(
            "with a length that is none", 500, [HeaderField("Content-Length", "+2")], sent: "all of it", closes: true,
            body: "all of it"),
        refusal(
            "that is compressed", 429, [HeaderField("Content-Encoding", "gzip")], sent: "\u{1F}\u{8B}"),
        refusal("without a body", 304, [HeaderField("ETag", "x")]),
        refusal(
            "with a chunk of a signed size", 400, [HeaderField("Transfer-Encoding", "chunked")], sent: "+1\r\nx"),
        refusal(
            "with the largest chunk", 400, [HeaderField("Transfer-Encoding", "chunked")],
            sent: "7FFFFFFFFFFFFFFF\r\nx", closes: true, body: "x"),
    ]

    private static let challenge = [HeaderField("WWW-Authenticate", #"Bearer error="invalid_token""#)] + jsonHeaders

    private static let unauthenticated = [
        Refusal(
            testDescription: "401, a challenge and a body", answer: { _ in http(401, challenge, json) },
            error: .unauthenticated(
                #"Bearer error="invalid_token"; { "error": "over quota" } (refused with status 401)"#,
                cause: .refused(status: 401, headers: challenge, body: #"{ "error": "over quota" }"#)),
            text: #"not accepted: Bearer error="invalid_token"; { "error": "over quota" } (refused with status 401)"#),
        Refusal(
            testDescription: "401 alone", answer: { _ in http(401, []) }, closes: true,
            error: .unauthenticated("refused with status 401", cause: .refused(status: 401, headers: []))),
        closing(
            3000, "token revoked: log in again",
            .unauthenticated(
                "token revoked: log in again (closed by the peer with code 3000)",
                cause: .closed(code: .unauthorized, reason: "token revoked: log in again")),
            text: "not accepted: token revoked: log in again (closed by the peer with code 3000)"),
        closing(
            3003, "",
            .unauthenticated("closed by the peer with code 3003", cause: .closed(code: .forbidden, reason: ""))),
    ]

    private static func closing(_ code: UInt16, _ reason: String, _ error: SocketError, text: String? = nil) -> Refusal
    {
        Refusal(
            testDescription: "a close frame with \(code)",
            answer: { $0.acceptance() + FrameTests.server.close(CloseCode(rawValue: code), reason: reason) },
            error: error, text: text)
    }

    private static let closings = ([1000, 1008, 1013, 4401] as [UInt16]).map {
        closing(
            $0, "not\nnow", .closed(code: CloseCode(rawValue: $0), reason: "not\nnow"),
            text: "closed by the peer with code \($0): not now")
    }

    private static func violation(
        _ name: String, closes: Bool = false, _ problem: TransportError,
        _ answer: @escaping @Sendable (ServerHandshake.Request) -> [UInt8]
    ) -> Refusal {
        Refusal(
            testDescription: name, answer: answer, closes: closes, error: .transport(problem))
    }

    private static let others = [
        Refusal(
            testDescription: "a close frame without a code",
            answer: { $0.acceptance() + FrameTests.server.close(.noStatus) },
            error: .closed(code: .noStatus, reason: ""), text: "closed by the peer without a code"),
        violation("a close code that is none", .violation("the close code 999, which is not to be sent")) {
            $0.acceptance() + FrameTests.server.frame(.close, payload: [3, 0xE7])
        },
        violation("another subprotocol", .violation("the answer has the subprotocol “mqtt”, which was not offered")) {
            $0.acceptance(subprotocol: "mqtt")
        },
        violation("an extension", .violation("the answer has the extension “x-deflate”, which was not offered")) {
            $0.acceptance(headers: [HeaderField("Sec-WebSocket-Extensions", "x-deflate")])
        },
        violation(
            "another protocol", .violation("the handshake is not HTTP, but begins with “SSH-2.0-OpenSSH_9.2 Debian”")
        ) { _ in Array("SSH-2.0-OpenSSH_9.2\u{1B}Debian\r\n".utf8) },
        violation(
            "an end without an answer", closes: true,
            .unreachable("the server closed the connection without a close frame")
        ) { _ in [] },
        violation(
            "an end without a close frame", closes: true,
            .connectionLost("the server closed the connection without a close frame")
        ) { $0.acceptance() },
    ]

    @Test(arguments: statuses + unauthenticated + closings + others)
    func `of a server reaches the app with all that it says`(refusal: Refusal) async throws {
        let server = try RawServer()
        let live = LiveClient(to: server.port)
        await live.client.connect()
        let (stream, request) = try await server.acceptRequest()
        try await stream.write(refusal.answer(request))
        if refusal.closes { stream.perform { $0.close() } }
        let failure = try await live.failure()
        #expect(failure == refusal.error)
        if let text = refusal.text { #expect(failure.map { "\($0)" } == text) }
        await live.client.disconnect()
        withExtendedLifetime(stream) {}
        await server.stop()
    }

    @Test func `may be cut anywhere`() throws {
        let chunks = "4\r\nover\r\n6\r\n quota\r\n0\r\n\r\n"
        let headers = [HeaderField("Transfer-Encoding", "chunked")]
        let bytes = Self.http(403, headers, chunks)
        for cut in bytes.indices {
            var handshake = try ClientHandshake(ConnectionRequest(to: #require(URL(string: "ws://host/"))))
            let answers = try [bytes[..<cut], bytes[cut...]].map { piece in
                try piece.withUnsafeBytes { bytes in
                    var rest = bytes
                    return try handshake.answer(from: &rest)
                }
            }
            let expected = ClientHandshake.Answer.refused(status: 403, headers: headers, body: "over quota")
            #expect(answers.compactMap(\.self).first == expected)
        }
    }
}
