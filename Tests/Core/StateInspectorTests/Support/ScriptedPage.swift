import Foundation
import StateInspector
import TestSupport

/// A page without a browser: it asks for updates when a test says so.
actor ScriptedPage {
    struct Update: Decodable {
        let order: [Int]
        let machines: [Machine]
        let requests: [Request]?

        struct Request: Decodable, Equatable {
            let number: Int, cause: Int?, isLater: Bool, depth: Int, machine: String, text: String, isRefused: Bool
        }

        struct Machine: Decodable {
            let number: Int
            let name: String
            let state: String
            let boxes: [String]
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
            let request: String, text: String, trace: [String], isRefused: Bool, source: [String], target: [String]
        }
    }

    struct Gone: Error {}

    private let client: EventClient
    private var events: AsyncStream<(name: String, data: String)>.AsyncIterator
    private var page = ""

    init(_ inspector: Inspector) async throws {
        client = try EventClient(of: inspector.url)
        events = client.events.makeAsyncIterator()
        page = try await next("page")
    }

    private func next(_ name: String) async throws -> String {
        var events = events
        defer { self.events = events }
        guard let event = await events.next(isolation: self), event.name == name else { throw Gone() }
        return event.data
    }

    /// Says that everything is drawn, and that there may be more.
    func ask() throws { try send(#"{"page": \#(page), "isReady": true}"#) }

    /// Says whether the page can be seen.
    func tell(isHidden: Bool) throws { try send(#"{"page": \#(page), "isHidden": \#(isHidden)}"#) }

    /// Waits for an update, without asking.
    func receive() async throws -> Update {
        try JSONDecoder().decode(Update.self, from: Data(await next("message").utf8))
    }

    func update() async throws -> Update {
        try ask()
        return try await receive()
    }

    func click(_ request: String, _ argument: String? = nil, machine: Int = 1) throws {
        let typed = argument.map { #", "argument": "\#($0)""# } ?? ""
        try send(#"{"machine": \#(machine), "request": "\#(request)"\#(typed)}"#)
    }

    func send(_ text: String) throws { try client.post(text) }

    /// Waits until the connection is lost.
    func waitForEnd() async { while (try? await next("message")) != nil {} }

    func close() { client.end() }
}
