import NetworkTestSupport
import STOMP
import Foundation
import Messaging
import Sockets
import TestSupport

/// A session with a scripted broker, whose time stands still until a test lets it pass.
struct StompFixture {
    let clock = ManualClock()
    let broker = ScriptedBroker()
    let session: StompSession

    /// Makes a session; `configure` changes its times and limits.
    init(configure: (inout StompSession.Configuration) -> Void = { _ in }) {
        var configuration = StompSession.Configuration(urls: [URL(string: "ws://localhost/ws")!])
        configuration.heartBeat = .none
        configure(&configuration)
        session = StompSession(configuration, clock: clock) { [broker] in broker.makeTransport() }
    }

    /// Connects, and waits until the session runs.
    func connect(secret: String = "1") async {
        await session.connect(with: AccessToken(user: "ada", secret: secret))
        await reach { $0.phase == .connected }
    }

    /// Lets a connection break, and waits until the session runs on the next one.
    func reconnect(after number: Int, _ ending: TransportEvent = .ended(.abnormal(.connectionLost("")))) async {
        await broker.network.transport(number).emit(ending)
        await endWait()
        await reach { $0.phase == .connected && $0.attempt == number + 1 }
    }

    /// Lets the time pass until the next attempt.
    func endWait() async {
        let status = await reach { $0.wait != nil }
        clock.advance(by: status.wait ?? .zero)
    }

    @discardableResult func reach(_ isMeant: (SocketClient.Status) -> Bool) async -> SocketClient.Status {
        await session.reach(where: isMeant)
    }

    /// What was sent on a connection, as far as such commands go, in short.
    func sent(on number: Int, _ commands: Set<Frame.Command> = [.send, .subscribe, .unsubscribe]) async -> [String] {
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
