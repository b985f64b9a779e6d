import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// The failures that another attempt may mend, and those that it does not.
@Suite(.timeLimit(.minutes(60))) struct `A client that has failed` {
    private static let mendable: [TransportEvent] = [
        .ended(.abnormal(.timedOut)), .ended(.abnormal(.unreachable(""))), .ended(.abnormal(.untrusted(""))),
        .ended(.abnormal(.violation(""))), .ended(.abnormal(.messageTooLarge(limit: 1))),
        .ended(.abnormal(.connectionLost(""))), .ended(.abnormal(.aborted)), .closed(.normal),
        .closed(.policyViolation),
        .refused(status: 200, headers: []), .refused(status: 301, headers: []), .refused(status: 403, headers: []),
        .refused(status: 404, headers: []), .refused(status: 503, headers: []),
    ]
    private static let final: [TransportEvent] = [
        .ended(.abnormal(.invalidRequest("a header with a line break"))), .refused(status: 401, headers: []),
        .closed(.unauthorized), .closed(.forbidden),
    ]

    @Test(arguments: mendable.map { ($0, true) } + final.map { ($0, false) })
    func `tries again if that may help, and disconnects otherwise`(event: TransportEvent, triesAgain: Bool) async throws
    {
        let fixture = ClientFixture()
        await fixture.client.connect()
        await fixture.network.transport(1).emit(event)
        if triesAgain {
            try await fixture.endWait(for: 2)
        } else {
            let status = try await fixture.client.wait { $0.failure != nil }
            #expect(status.phase == .disconnected)
            fixture.clock.advance(by: .seconds(3600))
            #expect(fixture.network.count == 1)
            // Its user may have changed something.
            await fixture.client.connect()
            try await fixture.open(2)
            #expect(fixture.client.status.failure == nil)
        }
    }

    @Test func `disconnects when the peer of a session speaks something else, however it learns that`() async throws {
        let session = Ceremony(isDone: true)
        let fixture = ClientFixture(session: session)
        let transport = await fixture.opening()
        transport.emit(.text("welcome"))
        try await fixture.client.wait(for: .connected)
        session.connections.withLock { $0.last }?.fail(.incompatible("SMTP"))
        await transport.waitForCalls(2)
        transport.emit(.closed(.normal))
        #expect(try await fixture.client.wait(for: .disconnected).failure == .incompatible("SMTP"))
    }
}
