import Foundation
import LoopbackBroker
import STOMP
import Sockets
import TestSupport
import Testing
import WebSockets

/// A server by other people that tests talk to on this machine.
package protocol STOMPServer {
    var url: URL { get }
}

extension RabbitMQ: STOMPServer {}

extension ActiveMQ: STOMPServer {}

extension STOMPServer {
    /// Creates a session with this server that reconnects soon.
    package func session(
        on clock: any Clock<Duration> = ContinuousClock(),
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) -> StompSession {
        var configuration = StompSession.Configuration(urls: [url])
        configuration.socket.backoff = Backoff(initial: .milliseconds(50), maximum: .milliseconds(500))
        configuration.socket.connectTimeout = .seconds(600)  // The machine may be busy.
        configure(&configuration)
        return StompSession(configuration, clock: clock) { WebSocketTransport() }
    }

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
    package static func issued(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600),
        scopes: [AccessTokenIssuer.Scope] = AccessTokenIssuer.Scope.allCases
    ) async throws -> StompSession.Credentials {
        let passcode = try await AccessTokenIssuer.token(for: user, expiry: expiry, scopes: scopes)
        return StompSession.Credentials(login: user, passcode: passcode)
    }
}

/// Lets all tests of a suite talk to the same ActiveMQ, which runs while they do.
package struct ActiveMQTrait: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var broker: ActiveMQ?

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await ActiveMQTrait.$broker.withValue(try await ActiveMQ()) { try await function() }
    }
}

extension Trait where Self == ActiveMQTrait {
    package static var activeMQ: ActiveMQTrait { ActiveMQTrait() }
}

extension ActiveMQ {
    package static var shared: ActiveMQ {
        guard let broker = ActiveMQTrait.broker else { fatalError("The suite lacks the trait `activeMQ`.") }
        return broker
    }
}

extension LoopbackBroker {
    /// Creates a session over real connections to this broker; it reconnects soon, and is not connected yet.
    package func stompSession(
        on clock: any Clock<Duration> = ContinuousClock(),
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) -> StompSession {
        var configuration = StompSession.Configuration(urls: [URL(string: "ws://127.0.0.1:\(port)/ws")!])
        configuration.socket.backoff = Backoff(initial: .milliseconds(5), maximum: .milliseconds(50))
        configuration.socket.connectTimeout = .seconds(600)  // The machine may be busy.
        configure(&configuration)
        return StompSession(configuration, clock: clock) { WebSocketTransport() }
    }

    package func connectedStompSession(login: String = "ada") async -> StompSession {
        let session = stompSession()
        await session.connect(with: StompSession.Credentials(login: login, passcode: "1"))
        _ = try? await session.wait(for: .connected)  // A test that has run out of time fails later.
        return session
    }
}
