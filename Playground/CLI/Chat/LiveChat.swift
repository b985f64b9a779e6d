import Foundation
import Messaging
import STOMP
import Sockets

/// A chat on the terminal over a broker: typed lines go to a room, and each event is shown on a line.
@MainActor final class LiveChat {
    /// The broker does not accept the token.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private enum Event: Sendable {
        case typed(String)
        case endOfInput
        /// All typed messages have been acknowledged, or never will be.
        case end
        case status(SocketClient.Status)
        case phase(TokenGate.Phase)
        case others(Presence.Others, place: String)
        case contents(ChatRoom.Contents)
    }

    private let input = LineInput()
    private let options: ChatOptions
    private let coordinator: SessionCoordinator
    private let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation
    private var room: (handle: ChatRoom, following: Task<Void, Never>)?
    private var place: Task<Void, Never>?
    private var latest: StompSession.PendingSend?

    private var isConnected = false
    private var statusLine = ""
    private var shown: [String: ChatMessage.State] = [:]

    init(_ options: ChatOptions) {
        self.options = options
        let token = AccessToken(user: options.user, secret: options.token)
        let store = InMemoryTokenStore(token) { _ in throw AuthenticationError("the command line has no other token") }
        coordinator = SessionCoordinator(store: store) { [options] user in
            Playground.makeSession(of: user, on: options.device, at: options.urls)
        }
        (events, tell) = AsyncStream.makeStream()
    }

    /// Runs until the user quits, the input ends, or the broker refuses the token.
    func run() async throws {
        await coordinator.start()
        guard let session = try await coordinator.waitForSession() else { return }
        let following = [
            followLines(),
            follow(session.statusUpdates) { .status($0) },
            follow(coordinator.phases) { .phase($0) },
        ]
        defer { for task in following + [room?.following, place].compactMap({ $0 }) { task.cancel() } }
        try await enter(options.room, session)
        try await report(options.room, session)
        for await event in events {
            if try await !handle(event, session) { break }
        }
        room = nil
        await coordinator.stop()
    }

    private func followLines() -> Task<Void, Never> {
        Task { [input, tell] in
            let commands = ["/place", "/room", "/quit"]
            while let line = await input.nextLine(prompt: { "" }, completions: { $0.isEmpty ? commands : [] }) {
                tell.yield(.typed(line))
            }
            tell.yield(.endOfInput)
        }
    }

    private func follow<Element: Sendable>(
        _ sequence: some AsyncSequence<Element, Never> & Sendable, _ make: @escaping @Sendable (Element) -> Event
    ) -> Task<Void, Never> {
        Task { [tell] in
            for await element in sequence { tell.yield(make(element)) }
        }
    }

    private func enter(_ name: String, _ session: MessagingSession) async throws {
        let handle = try await session.chat.enter(name)
        room?.following.cancel()
        room = (handle, follow(handle.changes) { .contents($0) })
        input.show("in the room \(name)")
    }

    private func report(_ name: String, _ session: MessagingSession) async throws {
        let others = try await session.presence.report(name)
        place?.cancel()
        place = follow(others) { .others($0, place: name) }
    }

    /// Handles an event.
    ///
    /// - Returns: False at the end.
    private func handle(_ event: Event, _ session: MessagingSession) async throws -> Bool {
        switch event {
        case .typed(let line): return try await execute(line, session)
        case .endOfInput:
            Task { [latest, tell] in
                try? await latest?.acknowledged()
                tell.yield(.end)
            }
        case .end:
            show(session.status)  // Its event may still be on the way.
            return false
        case .status(let status): show(status)
        case .phase(.refused):
            // The event of the status may come after that of the phase.
            var reason = ""
            if case .unauthenticated(let words)? = session.status.failure { reason = ": \(words)" }
            throw Refusal(description: "the broker does not accept the token of \(options.user)\(reason)".escaped)
        case .phase: break
        case .others(let others, let place): show(others, at: place)
        case .contents(let contents): show(contents)
        }
        return true
    }

    private func execute(_ line: String, _ session: MessagingSession) async throws -> Bool {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): break
        case ("/quit", 1): return false
        case ("/room", 2): try await enter(words[1], session)
        case ("/place", 2): try await report(words[1], session)
        case (let word?, _) where word.hasPrefix("/"): input.show("there is /place <place>, /room <room> and /quit")
        default:
            do { latest = try await room?.handle.send(line) } catch { input.show("not sent: \(error)") }
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
        if line != statusLine { input.show(line) }
        statusLine = line
    }

    /// Shows the others at a place, once they are known, or the reason for which they are not.
    private func show(_ others: Presence.Others, at place: String) {
        if let names = others.names {
            input.show("at \(place): \(names.isEmpty ? "no one else" : names.joined(separator: ", "))")
        }
        if let problem = others.problem { input.show("the others at \(place) are unknown: \(problem)") }
    }

    /// Shows messages whose state has changed; while there is a connection, unsent ones are not shown.
    private func show(_ contents: ChatRoom.Contents) {
        for message in contents.messages where shown[message.id] != message.state {
            if message.state == .sent || message.state == .unsent && isConnected { continue }
            shown[message.id] = message.state
            input.show("\(message)")
        }
        if let problem = contents.problem { input.show("no messages arrive: \(problem)") }
    }
}
