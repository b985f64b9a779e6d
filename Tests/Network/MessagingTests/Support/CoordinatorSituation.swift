import Messaging
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

/// The situation of a coordinator when something else happens: the network goes or comes, or its owner releases it.
enum CoordinatorSituation: CaseIterable, Sendable {
    case isConnected, opensAConnection, startsASession, closesAConnection
    case hasLostTheConnection, hasFailedAgain, hasFailedFromTheStart, wasRefused, asksForAToken, renewsAToken

    /// Those in which nothing is tried, and nothing is open.
    static let waiting = [hasLostTheConnection, hasFailedAgain, hasFailedFromTheStart, wasRefused, asksForAToken]

    /// The words of the server, which stay until there is a connection.
    var refusal: SocketError? {
        self == .wasRefused || self == .asksForAToken ? .unauthenticated("Bad CONNECT") : nil
    }

    /// Creates a coordinator in the situation, with a server that can be reached again.
    func make() async throws -> (CoordinatorFixture, MessagingSession) {
        let fixture = CoordinatorFixture(
            .ada("1", expiry: self == .renewsAToken ? 60 : nil),
            refusalKind: self == .wasRefused ? .temporary : .unknown)
        let (broker, coordinator) = (fixture.broker, fixture.coordinator)
        switch self {
        case .opensAConnection: broker.become(.silent)
        case .startsASession: broker.ignore(.connect)
        case .hasFailedFromTheStart: broker.become(.unreachable)
        case .wasRefused, .asksForAToken: broker.refuse("1")
        default: break
        }
        await coordinator.start()
        let session = try await coordinator.session(of: "ada")
        switch self {
        case .opensAConnection: _ = await broker.network.transport(1)
        case .startsASession: _ = await broker.frame(on: 1) { $0.command == .connect }
        case .isConnected: try await session.wait(for: .connected)
        case .closesAConnection:
            broker.ignore(.disconnect)
            try await session.wait(for: .connected)
            fixture.store.replace(with: .ada("2"))
            _ = await broker.frame(on: 1) { $0.command == .disconnect }
        case .hasLostTheConnection: try await lose(1, session, broker)
        case .hasFailedAgain:
            try await session.wait(for: .connected)
            broker.become(.unreachable)
            fixture.clock.advance(by: try await lose(1, session, broker))
            try await session.wait { $0.phase == .reconnectingWaiting }
        case .hasFailedFromTheStart: try await session.wait { $0.wait != nil }
        case .wasRefused: try await coordinator.wait(for: .waiting)
        case .asksForAToken:
            await fixture.issuer.waitForRequest(1)
            await fixture.leaveUnanswered()
        case .renewsAToken:
            try await session.wait(for: .connected)
            await fixture.timePasses(up: .seconds(30))
            await fixture.issuer.waitForRequest(1)
            await fixture.leaveUnanswered()
        }
        broker.become(.reachable)
        broker.accept("1")
        broker.ignoreNothing()
        return (fixture, session)
    }

    /// Loses the connection, and returns the wait until the next attempt.
    @discardableResult
    private func lose(_ number: Int, _ session: MessagingSession, _ broker: ScriptedBroker) async throws -> Duration {
        try await session.wait(for: .connected)
        await broker.network.transport(number).emit(.abnormal(.connectionLost("")))
        return try #require(try await session.wait { $0.wait != nil }.wait)
    }
}
