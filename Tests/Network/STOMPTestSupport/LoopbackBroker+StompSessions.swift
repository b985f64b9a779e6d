import Foundation
import LoopbackBroker
import STOMP
import Sockets
import WebSockets

extension LoopbackBroker {
    /// Creates a session over real connections to this broker; it reconnects soon, and is not connected yet.
    package func stompSession(
        heartBeat: HeartBeat = .none, on clock: any Clock<Duration> = ContinuousClock(),
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) -> StompSession {
        var configuration = StompSession.Configuration(urls: [URL(string: "ws://127.0.0.1:\(port)/ws")!])
        configuration.heartBeat = heartBeat
        configuration.socket.backoff = Backoff(initial: .milliseconds(5), maximum: .milliseconds(50))
        configuration.closingInterval = .milliseconds(20)
        configuration.socket.connectTimeout = .seconds(600)  // The machine may be busy.
        configure(&configuration)
        return StompSession(configuration, clock: clock) { WebSocketTransport() }
    }

    /// Creates a session, and waits until it runs.
    package func connectedStompSession(login: String = "ada") async -> StompSession {
        let session = stompSession()
        await session.connect(with: StompSession.Credentials(login: login, passcode: "1"))
        _ = try? await session.wait(for: .connected)  // A test that has run out of time fails later.
        return session
    }
}
