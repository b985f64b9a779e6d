import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Pings of a socket client` {
    @Test func `a ping comes when nothing has come in for the interval, and not much later`() async throws {
        let fixture = ClientFixture {
            $0.pingInterval = .seconds(20)
            $0.pingTimeout = .seconds(10)
        }
        let transport = try await fixture.connect()
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: .seconds(1))
        transport.receiveBytes(1)
        // Silence is looked for four times in an interval.
        for number in 1...3 {
            #expect((20...25).contains(await secondsToPing(number, fixture.clock, transport)))
            transport.emit(.pong)
            await transport.waitForReader()
        }
        #expect(fixture.client.status.phase == .connected)
    }

    /// Lets time pass until there are so many pings.
    private func secondsToPing(_ number: Int, _ clock: ManualClock, _ transport: ScriptedTransport) async -> Int {
        for seconds in 0...60 {
            await clock.waitForSleepers(1)
            if transport.calls.count(where: { $0 == .ping }) == number { return seconds }
            clock.advance(by: .seconds(1))
        }
        return .max
    }
}
