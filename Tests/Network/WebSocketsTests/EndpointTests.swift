import Foundation
import Sockets
import Testing

@testable import WebSockets

@Suite struct EndpointTests {
    @Test(
        arguments: [
            ("ws://example.com", "example.com", 80, "example.com", "/"),
            ("wss://example.com/", "example.com", 443, "example.com", "/"),
            ("WS://host:80/a", "host", 80, "host", "/a"),
            ("ws://host:443/a", "host", 443, "host:443", "/a"),
            ("wss://host:8443?q", "host", 8443, "host:8443", "/?q"),
            ("ws://[::1]:81/x?y=1&z", "::1", 81, "[::1]:81", "/x?y=1&z"),
            ("ws://[fe80::1%25eth0]/", "fe80::1%eth0", 80, "[fe80::1]", "/"),
            ("ws://host/a%20b/%C3%B6?c%26=d", "host", 80, "host", "/a%20b/%C3%B6?c%26=d"),
        ] as [(String, String, UInt16, String, String)])
    func `A URL says where to and what for`(
        url: String, host: String, port: UInt16, authority: String, resource: String
    ) throws {
        let endpoint = try Endpoint(#require(URL(string: url)))
        #expect(endpoint.isSecure == url.lowercased().hasPrefix("wss"))
        #expect((endpoint.host, endpoint.port) == (host, port))
        #expect((endpoint.authority, endpoint.resource) == (authority, resource))
    }

    @Test(arguments: [
        "http://host/", "host", "ws:", "ws:///path", "ws://user@host/", "ws://user:secret@host/", "ws://host/#fragment",
        "ws://host/#", "ws://ho%0D%0Ast/", "ws://host:0/", "ws://host:65536/",
        "ws://ho%25st/", "ws://ho%252Fst/", "ws://a%5Bb/", "ws://a%3Ab/", "wss://127.0.0.1%25eth0/",
    ])
    func `A URL to which no connection can be made is refused`(text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: TransportError.self) { try Endpoint(url) }
        guard case .invalidRequest(let problem) = error else { return #expect(error == .invalidRequest("")) }
        #expect(!problem.contains("secret"))
    }
}
