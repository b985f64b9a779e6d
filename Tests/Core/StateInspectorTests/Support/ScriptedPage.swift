import Foundation
import Sockets
import StateInspector
import WebSockets

/// A page without a browser: it asks for news when a test says so.
actor ScriptedPage {
    struct News: Decodable {
        let order: [Int]
        let machines: [Machine]

        struct Machine: Decodable {
            let number: Int
            let name: String
            let state: String
            let box: String?
            let detail: String
            let complaint: String
            let isActive: Bool
            let hasEnded: Bool
            let requestCount: Int
            let transitionCount: Int
            let tally: [Tally]
            let lines: [Line]
            let chart: String?
            let commands: [Command]?
            let untalliedCount: Int
        }

        struct Command: Decodable, Equatable { let name: String, label: String, argument: String?, help: String }

        struct Tally: Decodable { let path: String, count: Int, seconds: Double, isCurrent: Bool }
        struct Line: Decodable {
            let request: String, text: String, trace: [String], isRefused: Bool, source: String?, target: String?
        }
    }

    struct Gone: Error {}

    private let client: SocketClient
    private var messages: SocketClient.Stream<Socket.Message>.AsyncIterator

    init(_ inspector: Inspector) async throws {
        let url = inspector.url
        let query = url.query() ?? ""
        let origin = "http://\(url.host() ?? ""):\(url.port ?? 0)"
        let live = URL(string: "ws://\(url.host() ?? ""):\(url.port ?? 0)/live?\(query)")!
        client = SocketClient(
            transport: { WebSocketTransport() },
            request: { _ in ConnectionRequest(to: live, headers: [HeaderField("Origin", origin)]) })
        messages = client.messages().makeAsyncIterator()
        await client.connect()
        try await client.wait(for: .connected)
    }

    /// Says that everything is drawn, and that there may be more.
    func ask() async throws { try await client.send(.text("next")).sent() }

    /// Waits for news, without asking.
    func receive() async throws -> News {
        var messages = messages
        defer { self.messages = messages }
        guard case .text(let text) = await messages.next(isolation: self) else { throw Gone() }
        return try JSONDecoder().decode(News.self, from: Data(text.utf8))
    }

    func news() async throws -> News {
        try await ask()
        return try await receive()
    }

    func click(_ request: String, _ argument: String? = nil, machine: Int = 1) async throws {
        let typed = argument.map { #", "argument": "\#($0)""# } ?? ""
        try await send(#"{"machine": \#(machine), "request": "\#(request)"\#(typed)}"#)
    }

    func send(_ text: String) async throws { try await client.send(.text(text)).sent() }

    /// Waits until the connection is lost.
    func waitForEnd() async throws { try await client.wait { $0.phase != .connected } }

    func close() async { await client.disconnect() }
}
