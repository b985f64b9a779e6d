import Foundation
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// A host with several addresses, some of which do not answer: the connection is there long before the deadline.
@Suite(.blocking, .timeLimit(.minutes(10))) struct HappyEyeballsTests {
    /// An hour: an equal share of it would be too long for any test.
    private static let timeout = Duration.seconds(3600)

    /// The addresses of `localhost` with this port.
    private static func addresses(_ port: UInt16) throws -> [SocketAddress] {
        try #require(SocketAddress.known("localhost", port: port))
    }

    @Test func `A host with silent addresses before one that answers is connected to, and the others are dropped`()
        async throws
    {
        let server = try RawServer()
        let silent = try await SilentPort()
        let resolver = HostResolver.fixed([silent.address, silent.address] + (try Self.addresses(server.port)))
        let client = StreamTask { TCPStream(host: "example.org", port: 80, resolver: resolver, queue: $0) }
        #expect(await client.connect(timeout: Self.timeout) == nil)
        let peer = await server.accept()
        try await client.write([1, 2, 3])
        #expect(try await peer.read(3) == [1, 2, 3])
    }

    @Test func `Of two addresses that are refused and one that is silent, the refusals cost no time`() async throws {
        let server = try RawServer()
        await server.stop()
        let silent = try await SilentPort()
        let addresses = try Self.addresses(server.port)
        let client = StreamTask {
            TCPStream(host: "example.org", port: 80, resolver: .fixed(addresses + addresses), queue: $0)
        }
        #expect(await client.connect(timeout: Self.timeout) == .unreachable("Connection refused"))
        let other = StreamTask {
            TCPStream(host: "example.org", port: 80, resolver: .fixed(addresses + [silent.address]), queue: $0)
        }
        #expect(await other.connect(timeout: .milliseconds(300)) == .timedOut)
    }

    @Test(.needsOpenSSL)
    func `An encrypted connection to such a host is there as well`() async throws {
        let certificate = try Certificate(for: ["DNS:example.org"])
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let silent = try await SilentPort()
        let resolver = HostResolver.fixed([silent.address, silent.address] + (try Self.addresses(port)))
        let client = StreamTask {
            TLSStream(
                host: "example.org", port: 443, certificateAuthorities: certificate.file.path(percentEncoded: false),
                resolver: resolver,
                queue: $0)
        }
        #expect(await client.connect(timeout: Self.timeout) == nil)
        try await client.write(Array("GET / HTTP/1.0\r\n\r\n".utf8))
        #expect(try await client.read(8) == Array("HTTP/1.0".utf8))
    }

    @Test(.needsOpenSSL)
    func `A host whose certificate is not trusted is not asked for at its other addresses`() async throws {
        let (server, port) = try TLSPeer.start(try Certificate(for: ["DNS:example.org"]))
        defer { server.kill() }
        let other = try RawServer()
        await other.stop()
        let resolver = HostResolver.fixed(try Self.addresses(port) + Self.addresses(other.port))
        let client = StreamTask {
            TLSStream(host: "example.org", port: 443, certificateAuthorities: nil, resolver: resolver, queue: $0)
        }
        let error = await client.connect(timeout: Self.timeout)
        guard case .untrusted = error else { return #expect(error == .untrusted("…")) }
    }

    @Test func `An encrypted connection that is refused everywhere says so as one without encryption does`()
        async throws
    {
        let server = try RawServer()
        await server.stop()
        let resolver = HostResolver.fixed(try Self.addresses(server.port))
        let client = StreamTask {
            TLSStream(host: "example.org", port: 443, certificateAuthorities: nil, resolver: resolver, queue: $0)
        }
        #expect(await client.connect(timeout: Self.timeout) == .unreachable("Connection refused"))
    }
}
