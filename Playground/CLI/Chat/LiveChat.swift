import STOMP
import AsyncPrimitives
import Foundation
import Messaging
import Sockets

/// A person who talks to others over a broker: what is typed goes to a room, and what happens is shown, a line each.
@MainActor final class LiveChat {
    /// The broker does not accept the token.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private enum Event: Sendable {
        case typed(String)
        case endOfInput
        /// Everything that was typed has been acknowledged, or never will be.
        case end
        case status(SocketClient.Status)
        case phase(TokenGate.Phase)
        case others(Presence.Others, place: String)
        case contents(ChatRoom.Contents)
    }

    private let options: ChatOptions
    private let coordinator: Coordinator
    private let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation
    private var following: [ScopedTask] = []
    private var room: (handle: ChatRoom, following: ScopedTask)?
    private var place: ScopedTask?
    private var latest: SendReceipt?

    private var isConnected = false
    private var statusLine = ""
    private var shown: [String: ChatMessage.State] = [:]

    init(_ options: ChatOptions) {
        self.options = options
        let token = AccessToken(user: options.user, secret: options.token)
        coordinator = Coordinator(store: InMemoryTokenStore(token)) { [options] user in
            Playground.makeSession(of: user, on: options.device, at: options.urls)
        }
        (events, tell) = AsyncStream.makeStream()
    }

    /// Goes on until somebody quits, the input ends, or the broker refuses the token.
    func run() async throws {
        await coordinator.start()
        guard let session = await firstSession() else { return }
        following = [
            follow(Terminal.lines, then: .endOfInput) { .typed($0) },
            follow(session.states) { .status($0) },
            follow(coordinator.phases) { .phase($0) },
        ]
        try await enter(options.room, session)
        try await report(options.room, session)
        for await event in events {
            if try await !handle(event, session) { break }
        }
        room = nil
        await coordinator.stop()
    }

    private func firstSession() async -> MessagingSession? {
        for await session in coordinator.sessions where session != nil { return session }
        return nil
    }

    private func follow<Element: Sendable>(
        _ sequence: some AsyncSequence<Element, Never> & Sendable, then last: Event? = nil,
        _ make: @escaping @Sendable (Element) -> Event
    ) -> ScopedTask {
        ScopedTask { [tell] in
            for await element in sequence { tell.yield(make(element)) }
            if let last { tell.yield(last) }
        }
    }

    private func enter(_ name: String, _ session: MessagingSession) async throws {
        let handle = try await session.chat.enter(name)
        room = (handle, follow(handle.changes) { .contents($0) })
        print("in the room \(name)")
    }

    private func report(_ name: String, _ session: MessagingSession) async throws {
        place = follow(try await session.presence.report(name)) { .others($0, place: name) }
    }

    /// - Returns: Whether it goes on.
    private func handle(_ event: Event, _ session: MessagingSession) async throws -> Bool {
        switch event {
        case .typed(let line): return try await answer(line, session)
        case .endOfInput:
            Task { [latest, tell] in
                try? await latest?.acknowledged()
                tell.yield(.end)
            }
        case .end:
            show(session.status)  // It may be on its way still.
            return false
        case .status(let status): show(status)
        case .phase(.refused):
            // Asked, not remembered: phases and states come on different ways, and the phase may be here first.
            var reason = ""
            if case .unauthenticated(let words)? = session.status.failure { reason = ": \(words)" }
            throw Refusal(description: "the broker does not accept the token of \(options.user)\(reason)".escaped)
        case .phase: break
        case .others(let others, let place): show(others, at: place)
        case .contents(let contents): show(contents)
        }
        return true
    }

    private func answer(_ line: String, _ session: MessagingSession) async throws -> Bool {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): break
        case ("/quit", 1): return false
        case ("/room", 2): try await enter(words[1], session)
        case ("/place", 2): try await report(words[1], session)
        case (let word?, _) where word.hasPrefix("/"): print("there is /place <place>, /room <room> and /quit")
        default:
            do { latest = try await room?.handle.send(line) } catch { Terminal.show("not sent: \(error)") }
        }
        return true
    }

    // MARK: Showing

    private func show(_ status: SocketClient.Status) {
        isConnected = status.phase == .connected
        let why = status.failure.map { ": \($0)" } ?? ""
        let line =
            switch status.phase {
            case .connected: "connected"
            case .connecting, .startingSession: "connecting"
            case .reconnectingWaiting, .reconnectingAttempting: "no connection\(why)"
            default: statusLine
            }
        if line != statusLine { Terminal.show(line) }
        statusLine = line
    }

    /// Shows who else is at a place, once that is known, or why it is not.
    private func show(_ others: Presence.Others, at place: String) {
        if let names = others.names {
            Terminal.show("at \(place): \(names.isEmpty ? "nobody else" : names.joined(separator: ", "))")
        }
        if let problem = others.problem { Terminal.show("nobody knows who is at \(place): \(problem)") }
    }

    /// Shows what has become of messages; one that is on its way says nothing yet, while there is a connection.
    private func show(_ contents: ChatRoom.Contents) {
        for message in contents.messages where shown[message.id] != message.state {
            if message.state == .sent || message.state == .unsent && isConnected { continue }
            shown[message.id] = message.state
            Terminal.show("\(message)")
        }
        if let problem = contents.problem { Terminal.show("nothing is received: \(problem)") }
    }
}
