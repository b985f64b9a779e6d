import Foundation
import LoopbackBroker
import MachineModels
import Sockets
import WebSockets

/// The story of a client with a server that dies and comes back. It uses a real connection within this process.
enum SocketStory {
    static func tell() async throws {
        let server = EchoServer()
        let url = URL.loopback(port: try server.start())
        defer { server.stop() }
        var configuration = SocketClient.Configuration()
        configuration.backoff = Backoff(initial: .milliseconds(500))
        // Waits are random. A seed makes them, and so the story, the same in each run.
        let client = SocketClient(
            configuration: configuration, generator: seededGenerator(1), transport: { makePlatformTransport() },
            request: { _ in ConnectionRequest(to: url) })
        var events = client.events().makeAsyncIterator()

        func show(upTo isLast: (SocketClient.Event) -> Bool) async {
            while let event = await events.next() {
                switch event {
                case .status(let status): Terminal.print("  \(status.text)")
                case .message(let message): Terminal.print("  received \(message)")
                }
                if isLast(event) { return }
            }
        }
        func show(upTo phase: Socket.Phase) async {
            await show { if case .status(let status) = $0 { status.phase == phase } else { false } }
        }
        func showAnswer() async throws {
            await show { if case .message = $0 { true } else { false } }
            Terminal.print("  round trip in \(try await client.ping().inUnits)")
        }

        Terminal.print("A server on this machine echoes each message.")
        Terminal.print("Lines with > are requests; states are indented.")
        await show(upTo: .disconnected)
        Terminal.print("> connect")
        await client.connect()
        await show(upTo: .connected)
        Terminal.print("> send hello")
        try await client.send(.text("hello"))
        try await showAnswer()

        server.stop()
        Terminal.print("The server is killed.")
        await show(upTo: .reconnectingWaiting)
        Terminal.print("> send \"are you there?\"")
        try await client.send(.text("are you there?"))
        await show(upTo: .reconnectingAttempting)
        await show(upTo: .reconnectingWaiting)
        try server.start()
        Terminal.print("The server is running again.")
        await show(upTo: .connected)
        try await showAnswer()

        Terminal.print("The client ends its session, keeps the connection, and starts another one.")
        Terminal.print("> suspend")
        await client.suspend()
        await show(upTo: .suspendedIdle)
        Terminal.print("> resume")
        await client.resume()
        await show(upTo: .connected)
        Terminal.print("> disconnect")
        await client.disconnect()
        await show(upTo: .disconnected)
    }
}
