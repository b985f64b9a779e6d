import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import WebSockets

/// A server by other people that tests talk to on this machine.
package protocol STOMPServer {
    /// The URL at which clients connect.
    var url: URL { get }
}

extension RabbitMQ: STOMPServer {}

extension ActiveMQ: STOMPServer {}

extension STOMPServer {
    /// Creates a session with this server that reconnects soon.
    package func session(configure: (inout StompSession.Configuration) -> Void = { _ in }) -> StompSession {
        var configuration = StompSession.Configuration(urls: [url])
        configuration.socket.backoff = Backoff(initial: .milliseconds(50), maximum: .milliseconds(500))
        configuration.closingInterval = .milliseconds(100)
        configuration.socket.connectTimeout = .seconds(600)  // The machine may be busy.
        configure(&configuration)
        return StompSession(configuration) { WebSocketTransport() }
    }

    /// Creates a session with this server, and waits until it runs.
    package func connected(
        as user: String, configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) async throws -> StompSession {
        let session = session(configure: configure)
        await session.connect(with: try await .issued(for: user))
        try await session.wait(for: .connected)
        return session
    }
}

extension StompSession.Credentials {
    /// Credentials that the server accepts.
    package static func issued(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600),
        scopes: [AccessTokenIssuer.Scope] = AccessTokenIssuer.Scope.allCases
    ) async throws -> StompSession.Credentials {
        let passcode = try await AccessTokenIssuer.token(for: user, expiry: expiry, scopes: scopes)
        return StompSession.Credentials(login: user, passcode: passcode)
    }
}
