import Foundation
import LoopbackBroker
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import Testing

/// A token on the request that opens the WebSocket, for a gateway in front of the server.
@Suite(.timeLimit(.minutes(10))) struct `A token on the handshake` {
    @Test func `is in the header that the gateway wants, and in no frame`() async throws {
        let fixture = StompFixture(configure: { $0.passcodePlace = .handshake() })
        await fixture.connect(passcode: "s3cret")
        let request = try #require(await fixture.broker.network.transport(1).request)
        #expect(request.headers == [HeaderField("Authorization", "Bearer s3cret")])
        #expect(!"\(request)".contains("s3cret"))
        let frame = await fixture.broker.frame(on: 1) { $0.command == .connect }
        #expect(frame["login"] == nil && frame["passcode"] == nil && frame["Authorization"] == nil)
    }

    @Test func `may be in another header, without a scheme`() async throws {
        let fixture = StompFixture(configure: { $0.passcodePlace = .handshake(header: "X-Token", scheme: "") })
        await fixture.connect(passcode: "s3cret")
        #expect(
            await fixture.broker.network.transport(1).request?.headers == [HeaderField("X-Token", "s3cret")])
    }

    @Test func `opens a connection through a gateway, and another token follows one that is refused`() async throws {
        let broker = LoopbackBroker(authorization: "Bearer good")
        try broker.start()
        let session = broker.stompSession { $0.passcodePlace = .handshake() }
        await session.connect(with: StompSession.Credentials(login: "ada", passcode: "old"))
        let status = try await session.wait { $0.phase == .disconnected && $0.failure != nil }
        guard case .unauthenticated("refused with status 401", .refused(401, _, _)?)? = status.failure else {
            return #expect(status.failure == .unauthenticated("refused with status 401"))
        }
        #expect(broker.counts.sessions.isEmpty)
        await session.connect(with: StompSession.Credentials(login: "ada", passcode: "good"))
        try await session.wait(for: .connected)
        await session.end()
    }
}
