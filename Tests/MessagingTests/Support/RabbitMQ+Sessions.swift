import NetworkTestSupport
import STOMP
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
        configuration.socket.connectTimeout = .seconds(120)  // The machine may be busy.
        configure(&configuration)
        return StompSession(configuration) { WebSocketTransport() }
    }

    /// A session with this server that has begun.
    func connected(
        as user: String, configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) async throws -> StompSession {
        let session = session(configure: configure)
        await session.connect(with: try await .issued(for: user))
        await session.reach(.connected)
        return session
    }
}

extension AccessToken {
    /// A token that the server accepts.
    static func issued(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600),
        scopes: [AccessTokenIssuer.Scope] = AccessTokenIssuer.Scope.allCases
    ) async throws -> AccessToken {
        let secret = try await AccessTokenIssuer.token(for: user, expiry: expiry, scopes: scopes)
        return AccessToken(user: user, secret: secret, expiry: expiry)
    }
}
