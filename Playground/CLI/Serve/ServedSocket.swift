import LoopbackServer
import Sockets
import StateInspector
import WebSockets

/// A client on a real connection, with a server that can be killed, and buttons for both.
@MainActor final class ServedSocket: Served {
    private let server = LoopbackServer()
    private let client: SocketClient
    private let shown: InspectedMachine
    private let inspector: Inspector
    private var isServerRunning = true
    private var latest = ""

    init(with inspector: Inspector) async throws {
        self.inspector = inspector
        let url = try SocketOptions.url("ws://127.0.0.1:\(server.start())/")
        var configuration = SocketClient.Configuration()
        configuration.backoff = Backoff(initial: .milliseconds(500))
        client = SocketClient(
            configuration: configuration, transport: { PlatformTransport() },
            request: { _ in ConnectionRequest(to: url) })
        shown = inspector.follow(
            named: SocketMachine.name, in: "\(client.status.phase)", diagram: try SocketMachine.overview.chart())
        await client.observeRequests(for: shown) { $0.record($1) }
        shown.offer(ServedSocket.commands) { [weak self] text in await self?.perform(text) }
    }

    private static let commands = [
        InspectedMachine.Command("connect", help: "have a connection, at once if one is waited for"),
        InspectedMachine.Command("disconnect", help: "give the connection up"),
        InspectedMachine.Command("suspend", help: "end the session, and keep the connection"),
        InspectedMachine.Command("resume", help: "have a session again"),
        InspectedMachine.Command("send", argument: "hello", help: "send a message, which the server echoes"),
        InspectedMachine.Command("kill", help: "kill the server"),
        InspectedMachine.Command("restart", help: "start the server again"),
    ]

    func perform(_ text: String) async -> String? {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        do {
            switch words.first {
            case "connect": await client.connect()
            case "disconnect": await client.disconnect()
            case "suspend": await client.suspend()
            case "resume": await client.resume()
            case "send": try await client.send(.text(words.count > 1 ? words[1] : ""))
            case "kill":
                server.stop()
                isServerRunning = false
            case "restart":
                if !isServerRunning { try server.start() }
                isServerRunning = true
            default: return "there is no request “\(text)”"
            }
        } catch {
            return "\(text): \(error)"
        }
        showDetail()
        return nil
    }

    private func showDetail() {
        let server = isServerRunning ? "The server is running" : "The server was killed"
        let words = client.status.text.split(separator: ", ", maxSplits: 1).dropFirst().map(String.init)
        shown.detail = ([server] + words).joined(separator: "; ") + (latest.isEmpty ? "" : "; received \(latest)")
    }

    func run() async {
        let messages = Task { for await message in client.messages() { latest = "\(message)".escaped } }
        defer { messages.cancel() }
        while !Task.isCancelled {
            if inspector.isWatched { showDetail() }
            try? await Task.sleep(for: .milliseconds(100))
        }
        await client.disconnect()
        server.stop()
    }
}
