import Foundation
import LoopbackBroker
import Sockets
import StateExploration
import StateInspector
import WebSockets

/// A client on a real connection, with a server that can be killed, and buttons for both.
@MainActor final class ServedSocket: Served {
    private let server = EchoServer()
    private let client: SocketClient
    private let shown: InspectedMachine
    private let inspector: Inspector
    private var isServerRunning = true
    private var latest = ""
    private var waitingCount = 0
    /// The latest status, and the time at which that status's wait ends.
    private var status: SocketClient.Status
    private var endOfWait = ContinuousClock.now

    init(with inspector: Inspector) async throws {
        self.inspector = inspector
        let url = URL.loopback(port: try server.start())
        var configuration = SocketClient.Configuration()
        configuration.backoff = Backoff(initial: .milliseconds(500))
        client = SocketClient(
            configuration: configuration, transport: { makePlatformTransport() },
            request: { _ in ConnectionRequest(to: url) })
        status = client.status
        let name = inspector.log.follow(named: SocketMachine.name, in: "\(status.phase)")
        shown = inspector.shown(name, with: try SocketMachine.overview.chart())
        await client.observeRequests(for: inspector.log) { $0.record($1, of: name) }
        shown.offer(ServedSocket.commands) { [weak self] in await self?.perform($0, $1) }
    }

    private static let commands: [(name: String, example: String?, help: String)] = [
        ("connect", nil, "have a connection, at once if one is waited for"),
        ("disconnect", nil, "give the connection up"),
        ("suspend", nil, "end the session, and keep the connection"),
        ("resume", nil, "have a session again"),
        ("send", "hello", "send a message, which the server echoes"),
        ("kill the server", nil, "as if its machine had lost its power"),
        ("restart the server", nil, "on the same port as before"),
    ]

    private func perform(_ name: String, _ argument: String?) async -> String? {
        do {
            switch name {
            case "connect": await client.connect()
            case "disconnect": await client.disconnect()
            case "suspend": await client.suspend()
            case "resume": await client.resume()
            case "send": try await send(argument ?? "")
            case "kill the server":
                guard isServerRunning else { return "it has been killed" }
                server.stop()
                isServerRunning = false
            default:
                guard !isServerRunning else { return "it is running" }
                try server.start()
                isServerRunning = true
            }
        } catch {
            return "\(error)"
        }
        shown.detail = detail
        return nil
    }

    private func send(_ text: String) async throws {
        let sending = try await client.send(.text(text))
        waitingCount += 1
        Task {
            try? await sending.sent()
            waitingCount -= 1
        }
    }

    private var detail: String {
        let wait = status.wait.map { _ in max(.zero, endOfWait - .now) }
        var parts = [isServerRunning ? "The server is running" : "The server was killed"]
        // Without the state's name: the page shows it already.
        parts += status.text(waitingFor: wait).split(separator: ", ", maxSplits: 1).dropFirst().map(String.init)
        if waitingCount > 0 { parts.append("\(waitingCount) \(waitingCount == 1 ? "message waits" : "messages wait")") }
        if !latest.isEmpty { parts.append("received \(latest)") }
        return parts.joined(separator: "; ")
    }

    func run() async {
        let tasks = [
            Task { for await message in client.messages() { latest = "\(message)".escaped } },
            Task {
                for await status in client.statusUpdates {
                    self.status = status
                    endOfWait = .now + (status.wait ?? .zero)
                }
            },
        ]
        await showDetail(of: shown, in: inspector) { detail }
        for task in tasks { task.cancel() }
        await client.disconnect()
        server.stop()
    }
}
