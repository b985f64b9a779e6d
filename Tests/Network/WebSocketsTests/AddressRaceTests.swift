import Foundation
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// RFC 8305, sections 4 and 5: which address is tried, and when.
@Suite struct `A race of addresses` {
    typealias Step = AddressRace<String>.Step

    /// A time in milliseconds, the attempt that has failed just before it, if one has, and the decision.
    typealias Row = (time: Int, failed: String?, step: Step)

    static func race(_ addresses: String, deadline: Int = 10_000) -> AddressRace<String> {
        AddressRace(
            addresses.split(separator: " ").map(String.init), family: { $0.hasPrefix("6") ? 6 : 4 },
            deadline: .milliseconds(deadline), otherwise: .unreachable("no address"))
    }

    static func order(of addresses: String) -> String {
        var race = race(addresses)
        var order: [String] = []
        while case .attempt(let address) = race.next(at: .zero) {
            order.append(address)
            race.attemptFailed(.unreachable(""))
        }
        return order.joined(separator: " ")
    }

    @Test(arguments: [
        ("", ""), ("4a", "4a"), ("6a 4a", "6a 4a"), ("4a 6a", "4a 6a"),
        ("6a 6b 6c 4a 4b", "6a 4a 6b 4b 6c"), ("4a 6a 6b 6c", "4a 6a 6b 6c"), ("6a 4a 4b 4c 4d", "6a 4a 4b 4c 4d"),
        ("4a 4b 4c", "4a 4b 4c"),
    ])
    func `tries the families in turn, the first address first`(addresses: String, order: String) {
        #expect(Self.order(of: addresses) == order)
    }

    @Test(
        arguments: [
            // None answers: each has 250 ms for itself, and the deadline ends all.
            [
                (0, nil, .attempt("6a")), (0, nil, wait(250)), (249, nil, wait(250)), (250, nil, .attempt("4a")),
                (250, nil, wait(500)), (500, nil, .attempt("6b")), (500, nil, wait(10_000)),
                (9_999, nil, wait(10_000)), (10_000, nil, .fail(.timedOut)),
            ],
            // A refusal starts the next at once, which gets its own head start.
            [
                (0, nil, .attempt("6a")), (0, nil, wait(250)), (10, "6a", .attempt("4a")), (10, nil, wait(260)),
                (20, "4a", .attempt("6b")), (20, nil, wait(10_000)), (30, "6b", .fail(.unreachable("6b"))),
            ],
            // One that fails late starts the next one too; the others continue.
            [
                (0, nil, .attempt("6a")), (250, nil, .attempt("4a")), (300, "6a", .attempt("6b")),
                (300, nil, wait(10_000)), (400, "6b", wait(10_000)), (9_000, "4a", .fail(.unreachable("4a"))),
            ],
            // The owner was busy for a while.
            [(0, nil, .attempt("6a")), (700, nil, .attempt("4a")), (700, nil, wait(950))],
            // The deadline may be over before the race begins, or within a head start.
            [(10_000, nil, .fail(.timedOut))],
            [(9_900, nil, .attempt("6a")), (9_900, nil, wait(10_000)), (10_000, "6a", .fail(.timedOut))],
        ] as [[Row]])
    func `decides by the time and by failures`(rows: [Row]) {
        var race = Self.race("6a 6b 4a")
        for row in rows {
            if let failed = row.failed { race.attemptFailed(.unreachable(failed)) }
            #expect(race.next(at: .milliseconds(row.time)) == row.step, "at \(row.time) ms")
        }
    }

    @Test func `without an address or time fails at once`() {
        for (addresses, deadline, error) in [("", 1, TransportError.unreachable("no address")), ("4a", 0, .timedOut)] {
            var race = Self.race(addresses, deadline: deadline)
            #expect(race.next(at: .zero) == .fail(error))
        }
    }

    private static func wait(_ milliseconds: Int) -> Step { .wait(until: .milliseconds(milliseconds)) }
}

/// A host with several addresses, some of which do not answer: the connection is there long before the deadline.
@Suite(.blocking, .timeLimit(.minutes(60))) struct HappyEyeballsTests {
    /// An hour: an equal share of it would be too long for any test.
    private static let timeout = Duration.seconds(3600)

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
        let peer = try await server.accept()
        try await client.write([1, 2, 3])
        #expect(try await peer.read(3) == [1, 2, 3])
    }

    @Test func `Of two addresses that are refused and one that is silent, the refusals cost no time`() async throws {
        let silent = try await SilentPort()
        let addresses = try Self.addresses(1)  // No other test gets this port.
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
    func `A host with a certificate that is not trusted is not asked for at its other addresses`() async throws {
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
}
