import Foundation
@testable import StateInspector
import Synchronization
import TestSupport
import Testing

/// The requests that an inspector answers; all others get the same refusal.
@Suite struct `Access to an inspector` {
    private static func request(_ lines: [String]) throws -> HTTPRequest? {
        var reader = HTTPRequest.Reader()
        return try reader.read(Array((lines + ["", ""]).joined(separator: "\r\n").utf8))
    }

    private static func verdict(_ lines: [String]) throws -> AccessCheck.Verdict {
        AccessCheck(port: 8080, token: "secret").verdict(on: try #require(try request(lines)))
    }

    @Test(
        arguments: [
            ("/?token=secret", "127.0.0.1:8080", nil),
            ("/?token=secret", "localhost:8080", nil),
            ("/?token=secret", "LOCALHOST:8080 \t", "http://localhost:8080 "),
            ("/?token=secret", "127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] as [(String, String, String?)])
    func `is given to its page`(resource: String, host: String, origin: String?) throws {
        let headers = ["Host: \(host)"] + (origin.map { ["Origin: \($0)"] } ?? [])
        #expect(try Self.verdict(["GET \(resource) HTTP/1.1"] + headers) == .page)
        let live = resource.replacing("/?", with: "/live?")
        #expect(try Self.verdict(["GET \(live) HTTP/1.1"] + headers) == .updates)
        let verdict = try Self.verdict(["POST \(live) HTTP/1.1"] + headers)
        #expect(verdict == (origin == nil ? .refused : .message), "a script always says where it comes from")
    }

    /// Requests, each with what is wrong with it.
    private static let foreign: [(resource: String, headers: [String], reason: String)] = [
        ("/", ["Host: 127.0.0.1:8080"], "no token"),
        ("/?token=", ["Host: 127.0.0.1:8080"], "an empty token"),
        ("/?token=secres", ["Host: 127.0.0.1:8080"], "another token"),
        ("/?token=secretsecret", ["Host: 127.0.0.1:8080"], "a longer token"),
        ("/?token=Secret", ["Host: 127.0.0.1:8080"], "a token in other letters"),
        ("/?a=1&token=secret", ["Host: 127.0.0.1:8080"], "a token among other things"),
        ("/other?token=secret", ["Host: 127.0.0.1:8080"], "another path"),
        ("//?token=secret", ["Host: 127.0.0.1:8080"], "another path"),
        ("/live/?token=secret", ["Host: 127.0.0.1:8080"], "another path"),
        ("/?token=secret", ["Host: 127.0.0.1"], "a host without the port"),
        ("/?token=secret", ["Host: 127.0.0.1:8081"], "another port"),
        ("/?token=secret", ["Host: example.org:8080"], "a name whose address was changed"),
        ("/?token=secret", ["Host: 127.0.0.1.example.org:8080"], "a host that begins like this one"),
        ("/?token=secret", ["Host: 127.0.0.1:8080", "Origin: http://example.org"], "another site"),
        ("/?token=secret", ["Host: 127.0.0.1:8080", "Origin: https://127.0.0.1:8080"], "another scheme"),
        (
            "/?token=secret", ["Host: 127.0.0.1:8080", "Origin: http://127.0.0.1:3000"],
            "another server of this machine"
        ),
        ("/?token=secret", ["Host: 127.0.0.1:8080", "Origin: http://localhost:8080"], "the other name"),
        ("/?token=secret", ["Host: 127.0.0.1:8080", "Origin: null"], "a page in a sandbox"),
    ]

    @Test(arguments: foreign.indices) func `is refused to all others`(index: Int) throws {
        let (resource, headers, reason) = Self.foreign[index]
        #expect(try Self.verdict(["GET \(resource) HTTP/1.1"] + headers) == .refused, "\(reason)")
        let live = resource.replacing("/?", with: "/live?")
        for method in live.hasPrefix("/live?") && resource.hasPrefix("/?") ? ["GET", "POST"] : ["POST"] {
            #expect(try Self.verdict(["\(method) \(live) HTTP/1.1"] + headers) == .refused, "\(reason)")
        }
    }

    @Test(.blocking) func `that is refused learns nothing, and over the network there is none`() throws {
        let inspector = try Inspector()
        defer { inspector.close() }
        inspector.follow(Turnstile(), named: "vault")
        let port = try #require(inspector.url.port.flatMap { UInt16(exactly: $0) })
        let query = try #require(inspector.url.query())
        let host = "Host: 127.0.0.1:\(port)"
        let page = try #require(exchange(["GET /?\(query) HTTP/1.1", host], port: port))
        #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("<title>Running machines</title>"))
        // No name of a machine, nor the token, is part of the page: it asks for them.
        #expect(!page.contains("vault") && !page.contains(query))

        let refusal = "HTTP/1.1 403 \r\nContent-Length: 0\r\n\r\n"
        for request in [
            ["GET / HTTP/1.1", host], ["GET /favicon.ico HTTP/1.1", host],
            ["GET /live?token=0 HTTP/1.1", host, "Origin: http://127.0.0.1:\(port)"],
            ["POST /live?\(query) HTTP/1.1", host, "Origin: http://example.org"],
            ["POST /?\(query) HTTP/1.1", host],
        ] {
            #expect(exchange(request, port: port) == refusal, "\(request)")
        }
        // Other requests are none that it understands.
        for request in [
            ["PUT /?\(query) HTTP/1.1", host], ["GET /?\(query) HTTP/1.0", host], ["hello"],
            ["GET /?\(query) HTTP/1.1", host, host],
        ] {
            #expect(exchange(request, port: port) == "HTTP/1.1 400 \r\nContent-Length: 0\r\n\r\n", "\(request)")
        }
        for address in Host.current().addresses where address.contains(".") && !address.hasPrefix("127.") {
            #expect(exchange(["GET /?\(query) HTTP/1.1", host], port: port, address: address) == nil, "\(address)")
        }
        inspector.close()
        #expect(exchange(["GET /?\(query) HTTP/1.1", host], port: port) == nil)
    }

    @Test func `needs a token that cannot be guessed`() {
        let tokens = Set((0..<100).map { _ in AccessCheck.makeToken() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test func `needs a port that is free`() throws {
        let inspector = try Inspector()
        defer { inspector.close() }
        let port = UInt16(inspector.url.port ?? 0)
        let error = try #require(throws: InspectorError.self) { try Inspector(port: port) }
        #expect(error.description == "the inspector cannot listen on port \(port): Address already in use")
    }
}
