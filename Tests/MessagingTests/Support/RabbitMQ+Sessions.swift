import Foundation
import Messaging
import Sockets
import TestSupport
import WebSockets

extension RabbitMQ {
    /// A session with this server that does not wait long before it connects again.
    func session(configure: (inout StompSession.Configuration) -> Void = { _ in }) -> StompSession {
        var configuration = StompSession.Configuration(urls: [url])
        configuration.socket.backoff = Backoff(initial: .milliseconds(50), maximum: .milliseconds(500))
        configure(&configuration)
        return StompSession(configuration) { WebSocketTransport() }
    }

    /// A session with this server that has begun.
    func connected(
        as user: String, configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) async throws -> StompSession {
        let session = session(configure: configure)
        await session.connect(with: try .issued(for: user))
        await session.reach(.connected)
        return session
    }
}

extension StompSession {
    /// Waits until the session's connection is in such a state.
    @discardableResult nonisolated func reach(
        where isMeant: (SocketClient.Status) -> Bool
    ) async -> SocketClient.Status {
        for await status in states where isMeant(status) { return status }
        fatalError("The session is gone.")
    }

    /// Waits until the session's connection is in this state.
    @discardableResult nonisolated func reach(_ phase: SocketClient.Phase) async -> SocketClient.Status {
        await reach { $0.phase == phase }
    }
}

extension AccessToken {
    /// A token that the server accepts.
    static func issued(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600),
        scopes: [AccessTokenIssuer.Scope] = AccessTokenIssuer.Scope.allCases
    ) throws -> AccessToken {
        AccessToken(
            user: user, secret: try AccessTokenIssuer.token(for: user, expiry: expiry, scopes: scopes), expiry: expiry)
    }
}
