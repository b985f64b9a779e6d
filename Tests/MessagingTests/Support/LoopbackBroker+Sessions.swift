import STOMP
import Foundation
import LoopbackBroker
import Messaging
import Sockets
import WebSockets

extension LoopbackBroker {
    /// A session over real connections to this broker, which comes back soon when it is lost; still to be connected.
    func session(
        of user: String, on device: String = "device", heartBeat: HeartBeat = .none,
        _ configure: (inout StompSession.Configuration, inout MessagingSession.Configuration) -> Void = { _, _ in }
    ) -> MessagingSession {
        var configuration = StompSession.Configuration(urls: [URL(string: "ws://127.0.0.1:\(port)/ws")!])
        configuration.heartBeat = heartBeat
        configuration.socket.backoff = Backoff(initial: .milliseconds(5), maximum: .milliseconds(50))
        configuration.socket.connectTimeout = .seconds(120)  // The machine may be busy.
        var names = MessagingSession.Configuration()
        configure(&configuration, &names)
        return MessagingSession(
            user: user, device: device, stomp: StompSession(configuration) { WebSocketTransport() },
            configuration: names)
    }

    /// A session that has been connected.
    func connected(_ user: String) async -> MessagingSession {
        let session = session(of: user)
        await session.connect()
        return session
    }
}

extension MessagingSession {
    /// Connects with a token that says nothing but the user.
    func connect(_ secret: String = "1") async {
        await stomp.connect(with: AccessToken(user: user, secret: secret))
        for await status in stomp.states where status.phase == .connected { return }
    }
}

extension ChatRoom {
    /// Waits until what was said is this.
    func wait(until isMeant: ([String]) -> Bool) async {
        for await contents in changes where isMeant(contents.messages.map(\.description)) { return }
    }
}
