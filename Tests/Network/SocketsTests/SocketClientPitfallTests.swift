import NetworkTestSupport
import Foundation
import Sockets
import TestSupport
import Testing

/// The pitfalls that users of other reconnecting sockets report, one by one.
@Suite(.timeLimit(.minutes(60))) struct `Pitfalls of a socket client` {
    @Test func `after disconnect, no pending timer connects again`() async throws {
        let (fixture, transport) = try await ClientFixture.connected()
        transport.emit(.lost)
        try await fixture.endWait(for: 2).emit(.lost)
        let wait = try #require(await fixture.client.wait(for: .reconnectingWaiting).wait)
        await fixture.clock.waitForSleepers(due: wait)
        await fixture.client.disconnect()
        #expect(fixture.clock.due == [])
        fixture.clock.advance(by: .seconds(3600))
        await fixture.finishJob()
        #expect(fixture.client.status.phase == .disconnected)
        #expect(fixture.network.count == 2)
        try await fixture.connect(3)  // It still can, when asked.
    }

    @Test func `what an old connection still says does not end the new one`() async throws {
        let fixture = ClientFixture { $0.connectTimeout = .seconds(4) }
        let messages = fixture.client.messages()
        await fixture.client.connect()
        let first = await fixture.network.transport(1)
        await fixture.clock.wake(after: .seconds(4))
        let second = try await fixture.endWait(for: 2)
        first.emit(.opened(subprotocol: nil))
        first.emit(.text("old"))
        first.emit(.lost)
        second.emit(.opened(subprotocol: nil))
        second.emit(.text("new"))
        try await fixture.client.wait(for: .connected)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == .text("new"))
        #expect(fixture.client.status.phase == .connected)
    }

    @Test func `however many attempts fail, another one follows`() async throws {
        let fixture = ClientFixture()
        await fixture.client.connect()
        await fixture.network.transport(1).emit(.abnormal(.unreachable("no server there")))
        for number in 2...50 {
            let transport = try await fixture.endWait(for: number)
            try await fixture.client.wait { $0.wait == nil }
            transport.emit(.refused(status: 503, headers: []))
            try await fixture.client.wait { $0.wait != nil }
        }
        try await fixture.endWait(for: 51)
        try await fixture.open(51)
        #expect(fixture.client.status.phase == .connected)
    }

    @Test func `a closing that the peer does not answer ends in time`() async throws {
        let (fixture, transport) = try await ClientFixture.connected { $0.closeTimeout = .seconds(3) }
        async let closed: Void = fixture.client.disconnect()
        try await fixture.client.wait(for: .disconnecting)
        await fixture.clock.wake(after: .seconds(3))
        await closed
        #expect(transport.calls.suffix(2) == [.close(.normal), .abort])
        #expect(fixture.client.status.phase == .disconnected)
    }

    @Test func `what is said to be closed has been let go of before`() async throws {
        let (fixture, transport) = try await ClientFixture.connected()
        async let closed: Void = fixture.client.disconnect()
        await transport.wait(for: .close(.normal))
        transport.emit(.closed(.normal))
        try await fixture.client.wait(for: .disconnected)
        #expect(transport.calls.last == .abort)
        await closed
    }

    @Test(arguments: [TransportEvent.pong, .text("news"), .binary([1]), nil])
    func `anything that comes in shows that the peer is there`(event: TransportEvent?) async throws {
        let (fixture, transport) = try await ClientFixture.connected()
        for number in 1...5 {
            await fixture.pass(.seconds(20))
            await transport.wait(for: .ping, times: number)
            await fixture.clock.waitForSleepers(due: .seconds(5))
            if let event { transport.emit(event) } else { transport.receiveBytes(1) }
            fixture.clock.advance(by: .seconds(10))
        }
        #expect(fixture.client.status.phase == .connected)
        #expect(transport.calls.filter { $0 == .ping }.count == 5)
    }

    @Test func `a ping that was not answered on the last connection does not end this one`() async throws {
        let (fixture, first) = try await ClientFixture.connected()
        await fixture.pass(.seconds(20))
        await first.wait(for: .ping)
        first.emit(.lost)
        try await fixture.endWait(for: 2)
        let second = try await fixture.open(2)
        await fixture.pass(.seconds(10))
        try await fixture.roundTrip(on: second)
        #expect(fixture.client.status.phase == .connected)
        #expect(!second.calls.contains(.abort))
    }

    enum Mute: CaseIterable { case credentials, handshake, session }

    @Test(arguments: Mute.allCases)
    func `one deadline holds for everything up to the session`(mute: Mute) async throws {
        let fixture = ClientFixture(
            configure: { $0.connectTimeout = .seconds(10) }, session: mute == .session ? Ceremony() : nil,
            request: { _ in
                if mute == .credentials { await endOfTask() }
                return ConnectionRequest(to: ClientFixture.address)
            })
        await fixture.client.connect()
        if mute != .credentials {
            let transport = await fixture.network.transport(1)
            if mute == .session {
                transport.emit(.opened(subprotocol: nil))
                try await fixture.client.wait(for: .startingSession)
            }
        }
        await fixture.clock.waitForSleepers(due: .seconds(10))
        fixture.clock.advance(by: .milliseconds(9_999))
        #expect([.connecting, .startingSession].contains(fixture.client.status.phase))
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.client.wait(for: .reconnectingAttempting).failure == .timedOut)
    }

    @Test func `credentials are asked for anew at each attempt`() async throws {
        let fixture = ClientFixture(request: { attempt in
            ConnectionRequest(
                to: ClientFixture.address, headers: [HeaderField("Authorization", "Bearer token \(attempt)")])
        })
        let first = try await fixture.connect()
        first.emit(.lost)
        let second = try await fixture.endWait(for: 2)
        let tokens = [first, second].compactMap { transport -> String? in
            guard case .open(let request, _)? = transport.calls.first else { return nil }
            return request.headers.first?.value
        }
        #expect(tokens == ["Bearer token 1", "Bearer token 2"])
    }

    private static let mendable: [TransportEvent] = [
        .abnormal(.timedOut), .abnormal(.unreachable("")), .abnormal(.untrusted("")),
        .abnormal(.violation("")), .abnormal(.messageTooLarge(limit: 1)),
        .abnormal(.connectionLost("")), .abnormal(.aborted), .closed(.normal),
        .closed(.policyViolation),
        .refused(status: 200, headers: []), .refused(status: 301, headers: []), .refused(status: 403, headers: []),
        .refused(status: 404, headers: []), .refused(status: 503, headers: []),
    ]
    private static let final: [TransportEvent] = [
        .abnormal(.invalidRequest("a header with a line break")), .refused(status: 401, headers: []),
        .closed(.unauthorized), .closed(.forbidden),
    ]

    @Test(arguments: mendable.map { ($0, true) } + final.map { ($0, false) }, [false, true])
    func `a client tries again if that may help, and not otherwise`(
        failure: (event: TransportEvent, isMendable: Bool), isConnected: Bool
    ) async throws {
        let fixture = ClientFixture()
        if isConnected, case .ended = failure.event { try await fixture.connect() }
        await fixture.client.connect()
        await fixture.network.transport(1).emit(failure.event)
        if failure.isMendable {
            try await fixture.endWait(for: 2)
            return
        }
        let status = try await fixture.client.wait(for: .disconnected)
        #expect(status.failure != nil)
        await fixture.finishJob()
        #expect(fixture.clock.due == [])
        #expect(fixture.network.count == 1)
        // Its user may have changed something.
        await fixture.client.connect()
        try await fixture.open(2)
        #expect(fixture.client.status.failure == nil)
    }

    @Test func `a server that accepts and drops at once, twice a second, is not hammered`() async throws {
        let fixture = ClientFixture()
        let start = fixture.clock.now
        var connections = 1
        var transport = try await fixture.connect()
        while start.duration(to: fixture.clock.now) < .seconds(60) {
            fixture.clock.advance(by: .milliseconds(500))
            transport.emit(.lost)
            connections += 1
            try await fixture.endWait(for: connections)
            transport = try await fixture.open(connections)
        }
        // A backoff that starts over with each connection would come to 41.
        #expect(connections == 9)
    }
}
