import AsyncPrimitives
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// The waits of a client whose connections last, and are of no use nevertheless.
@Suite(.timeLimit(.minutes(10))) struct `The waits of a socket client` {
    /// In milliseconds.
    private static let growing = [1000.0, 1600, 2560]
    private static let constant = [1000.0, 1000, 1000]

    /// Waits until an attempt or a connection has failed.
    ///
    /// - Returns: The wait after it, in milliseconds.
    private func wait(of fixture: ClientFixture) async throws -> Double {
        let wait = try await fixture.client.wait { $0.wait != nil }.wait ?? .zero
        return (wait / .milliseconds(1)).rounded()
    }

    /// Lets connections end in the same way, each one after the client is connected.
    ///
    /// - Returns: The waits after them, in milliseconds.
    private func waits(
        of fixture: ClientFixture, _ endConnection: (ScriptedTransport) async -> Void
    ) async throws -> [Double] {
        var waits: [Double] = []
        await fixture.client.connect()
        for number in 1...3 {
            let transport = try await fixture.open(number)
            await fixture.clock.waitForSleepers(1)
            await endConnection(transport)
            waits.append(try await wait(of: fixture))
            try await fixture.endWait(for: number + 1)
        }
        return waits
    }

    /// Lets a peer that says nothing be given up: it is pinged after 20 s, and has 10 s to answer.
    private func passSilence(of fixture: ClientFixture, _ transport: ScriptedTransport) async {
        let count = transport.calls.count
        fixture.clock.advance(by: .seconds(20))
        await transport.waitForCalls(count + 1)
        await fixture.pass(.seconds(10))
    }

    @Test func `grow when the peer never says anything, although each connection lasts for 30 s`() async throws {
        let fixture = ClientFixture()
        #expect(try await waits(of: fixture) { await passSilence(of: fixture, $0) } == Self.growing)
    }

    @Test func `start over when the peer has become silent after a long use`() async throws {
        let fixture = ClientFixture()
        let waits = try await waits(of: fixture) { transport in
            fixture.clock.advance(by: .seconds(15))
            await fixture.clock.waitForSleepers(1)
            transport.emit(.text("news"))
            await transport.waitForReader()
            fixture.clock.advance(by: .seconds(5))
            await fixture.clock.waitForSleepers(1)  // By then, the client has noticed that something came in.
            await passSilence(of: fixture, transport)
        }
        #expect(waits == Self.constant)
    }

    @Test func `grow when the session gives up its connection each time, however late that is`() async throws {
        let session = Ceremony()
        session.isDone.fulfill(with: .success(()))
        let fixture = ClientFixture(session: session)
        await fixture.client.connect()
        var waits: [Double] = []
        for number in 1...3 {
            let transport = await fixture.network.transport(number)
            transport.emit(.opened(subprotocol: nil))
            transport.emit(.text("welcome"))
            try await fixture.client.wait { $0.phase == .connected && $0.attempt == number }
            fixture.clock.advance(by: .seconds(15))
            session.connections.withLock { $0.last }?.fail(.noSession("a message that cannot be read"))
            waits.append(try await wait(of: fixture))
            try await fixture.endWait(for: number + 1)
        }
        #expect(waits == Self.growing)
    }

    @Test func `start over when the peer closes the connection after a long use`() async throws {
        let fixture = ClientFixture()
        let waits = try await waits(of: fixture) { transport in
            fixture.clock.advance(by: .seconds(15))
            transport.emit(.closed(.goingAway))
        }
        #expect(waits == Self.constant)
    }
}
