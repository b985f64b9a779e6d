import Foundation
import Sockets
import Testing

@testable import WebSockets

@Suite struct EndpointTests {
    struct Case: CustomStringConvertible, Sendable {
        let url: String
        let host: String
        let port: UInt16
        let authority: String
        let resource: String

        var description: String { url }
    }

    @Test(arguments: [
        Case(url: "ws://example.com", host: "example.com", port: 80, authority: "example.com", resource: "/"),
        Case(url: "wss://example.com/", host: "example.com", port: 443, authority: "example.com", resource: "/"),
        Case(url: "WS://host:80/a", host: "host", port: 80, authority: "host", resource: "/a"),
        Case(url: "ws://host:443/a", host: "host", port: 443, authority: "host:443", resource: "/a"),
        Case(url: "wss://host:8443?q", host: "host", port: 8443, authority: "host:8443", resource: "/?q"),
        Case(url: "ws://[::1]:81/x?y=1&z", host: "::1", port: 81, authority: "[::1]:81", resource: "/x?y=1&z"),
        Case(url: "ws://[fe80::1%25eth0]/", host: "fe80::1%eth0", port: 80, authority: "[fe80::1]", resource: "/"),
        Case(
            url: "ws://host/a%20b/%C3%B6?c%26=d", host: "host", port: 80, authority: "host",
            resource: "/a%20b/%C3%B6?c%26=d"),
    ])
    func `A URL says where to and what for`(expected: Case) throws {
        let url = try #require(URL(string: expected.url))
        let endpoint = try Endpoint(url)
        #expect(endpoint.isSecure == expected.url.lowercased().hasPrefix("wss"))
        #expect(endpoint.host == expected.host)
        #expect(endpoint.port == expected.port)
        #expect(endpoint.authority == expected.authority)
        #expect(endpoint.resource == expected.resource)
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
