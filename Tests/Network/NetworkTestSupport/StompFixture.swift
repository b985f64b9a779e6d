import Foundation
import STOMP
import Sockets
import TestSupport
import Testing

/// A session with a scripted broker. Its time stands still until a test lets it pass.
package struct StompFixture: Sendable {
    package let clock = ManualClock()
    package let broker = ScriptedBroker()
    package let session: StompSession

    /// Creates a session; `configure` changes its times and limits.
    package init(configure: (inout StompSession.Configuration) -> Void = { _ in }) {
        var configuration = StompSession.Configuration(urls: [URL(string: "ws://localhost/ws")!])
        configuration.heartBeat = .none
        configure(&configuration)
        session = StompSession(configuration, clock: clock) { [broker] in broker.makeTransport() }
    }

    /// Creates a session that runs, with a broker that leaves frames with some commands unanswered.
    package static func connected(
        ignoring commands: Frame.Command..., configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) async -> StompFixture {
        let fixture = StompFixture(configure: configure)
        for command in commands { fixture.broker.ignore(command) }
        await fixture.connect()
        return fixture
    }

    package static func subscribed(
        id: String = "a", acknowledgement: Acknowledgement = .automatic,
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) async throws -> (StompFixture, StompSubscription) {
        let fixture = await StompFixture.connected(configure: configure)
        let subscription = try await fixture.session.subscribe(
            to: "/topic/a", id: id, acknowledgement: acknowledgement)
        try await subscription.confirmed()
        return (fixture, subscription)
    }

    package func connect(passcode: String = "1") async {
        await session.connect(with: StompSession.Credentials(login: "ada", passcode: passcode))
        _ = try? await session.wait(for: .connected)  // A test that has run out of time fails later.
    }

    /// Breaks a connection, and waits until the session runs on the next one.
    package func reconnect(
        after number: Int, _ ending: TransportEvent = .abnormal(.connectionLost(""))
    ) async {
        await broker.network.transport(number).emit(ending)
        await endWait()
        try? await waitForConnection(number + 1)
    }

    /// Waits until the session runs on a connection; the first connection is 1.
    package func waitForConnection(_ number: Int) async throws {
        try await session.wait { $0.phase == .connected && $0.attempt == number }
    }

    /// Lets the time pass for which the session waits for a server to close a connection that it has refused. Returns
    /// the status in which the session knows of the refusal.
    package func refusal(after wait: Duration) async throws -> SocketClient.Status {
        await clock.wake(after: wait)
        return try await session.wait { $0.phase == .disconnected && $0.failure != nil }
    }

    package func endWait() async {
        let status = try? await session.wait { $0.wait != nil }
        clock.advance(by: status?.wait ?? .zero)
    }

    /// A short text for each frame with one of these commands that the session has sent on a connection.
    package func sent(
        on number: Int, _ commands: Set<Frame.Command> = [.send, .subscribe, .unsubscribe]
    ) async -> [String] {
        await broker.frames(on: number).filter { commands.contains($0.command) }.map { frame in
            switch frame.command {
            case .send:
                String(decoding: frame.body, as: UTF8.self) + (frame["possibly-repeated"] == "true" ? " (again)" : "")
            case .subscribe, .unsubscribe: "\(frame.command.rawValue) \(frame["id"] ?? "")"
            case .ack, .nack: "\(frame.command.rawValue) \(frame["id"] ?? "")"
            default: frame.command.rawValue
            }
        }
    }
}
