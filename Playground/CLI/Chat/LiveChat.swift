import Foundation
import Messaging
import STOMP
import Sockets

/// A chat on the terminal over a broker: typed lines go to a room, and each event is shown on a line.
@MainActor final class LiveChat {
    private enum Event: Sendable {
        case typed(String)
        case endOfInput
        /// A typed message has been acknowledged, or has failed.
        case settled
        /// `drainTime` has passed since the end of the input.
        case end
        case status(SocketClient.Status)
        case phase(TokenGate.Phase)
        case others(Presence.Snapshot, place: String)
        case contents(ChatRoom.Contents)
    }

    /// The time limit for connecting and sending after the end of the input.
    nonisolated static let drainTime = Duration.seconds(10)

    private let input = LineInput()
    private let options: BrokerOptions
    /// The name of this program among the devices of its user; `nil` for a random name.
    private let device: String?
    private let coordinator: SessionCoordinator
    private let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation
    private var room: (handle: ChatRoom, following: Task<Void, Never>)?
    private var place: Task<Void, Never>?
    private var status: String?
    private var placeName: String
    /// The number of typed messages that have neither been acknowledged nor failed.
    private var unsettled = 0
    private var inputHasEnded = false

    private var isConnected = false
    private var hasBeenConnected = false
    private var statusLine = ""
    private var shown: [String: ChatMessage.State] = [:]

    init(_ options: BrokerOptions) {
        self.options = options
        let device = options.all["--device"]
        self.device = device
        placeName = options.all["--room"] ?? "harbour"
        let store = InMemoryTokenStore(options.accessToken) { _ in
            throw AuthenticationError("the command line has no other token")
        }
        (events, tell) = AsyncStream.makeStream()
        coordinator = SessionCoordinator(store: store) { [options, tell] user in
            let session = Playground.makeSession(
                of: user, on: device, at: options.urls, transport: options.transport)
            // Observed before the session connects, so that an attempt that fails at once is shown as well.
            Self.follow(session.statusUpdates, tell) { .status($0) }
            return session
        }
    }

    /// Runs until the user quits, or the input ends.
    ///
    /// It throws an error if the broker refuses the token. After the end of the input, it also throws if the chat was
    /// never connected or if a message was not sent.
    func run() async throws {
        await coordinator.start()
        guard let session = try await coordinator.waitForSession() else { return }
        let following = [
            followLines(),
            Self.follow(coordinator.phases, tell) { .phase($0) },
        ]
        defer { for task in following + [room?.following, place].compactMap({ $0 }) { task.cancel() } }
        try await enter(placeName, session)
        try await report(session)
        for await event in events {
            if try await !handle(event, session) { break }
        }
        room = nil
        let failure = session.status.failure
        await coordinator.stop()
        guard inputHasEnded else { return }
        if !hasBeenConnected {
            throw LiveFailure("there was no connection\(failure.map { ": \($0)" } ?? "")")
        }
        if unsettled > 0 {
            throw LiveFailure("not sent: \(unsettled) \(unsettled == 1 ? "message" : "messages")")
        }
    }

    private func followLines() -> Task<Void, Never> {
        Task { [input, tell] in
            while let line = await input.nextLine() { tell.yield(.typed(line)) }
            tell.yield(.endOfInput)
        }
    }

    @discardableResult nonisolated private static func follow<Element: Sendable>(
        _ sequence: some AsyncSequence<Element, Never> & Sendable, _ tell: AsyncStream<Event>.Continuation,
        _ make: @escaping @Sendable (Element) -> Event
    ) -> Task<Void, Never> {
        Task {
            for await element in sequence { tell.yield(make(element)) }
        }
    }

    private func enter(_ name: String, _ session: MessagingSession) async throws {
        let handle = try await session.chat.enter(name)
        room?.following.cancel()
        room = (handle, Self.follow(handle.changes, tell) { .contents($0) })
        Terminal.show("in the room \(name)")
    }

    private func report(_ session: MessagingSession) async throws {
        let name = placeName
        let others = try await session.presence.report(name, status: status)
        place?.cancel()
        place = Self.follow(others, tell) { .others($0, place: name) }
    }

    /// Handles an event. Returns false if the chat ends with this event.
    private func handle(_ event: Event, _ session: MessagingSession) async throws -> Bool {
        switch event {
        case .typed(let line): return try await execute(line, session)
        case .endOfInput:
            inputHasEnded = true
            Task { [tell] in
                try? await Task.sleep(for: LiveChat.drainTime)
                tell.yield(.end)
            }
            return !isDone
        case .settled:
            unsettled -= 1
            return !isDone
        case .end: return false
        case .status(let status):
            show(status)
            return !isDone
        case .phase(.refused):
            // The reason is read from the session, because the status event may come after the phase event.
            var reason = ""
            if case .unauthenticated(let words, _)? = session.status.failure { reason = ": \(words)" }
            throw LiveFailure("the broker does not accept the token of \(options.user)\(reason)")
        case .phase: break
        case .others(let others, let place): show(others, at: place)
        case .contents(let contents): show(contents)
        }
        return true
    }

    /// True if the input has ended, the chat has been connected, and each message has been acknowledged or has failed.
    private var isDone: Bool { inputHasEnded && hasBeenConnected && unsettled == 0 }

    private func execute(_ line: String, _ session: MessagingSession) async throws -> Bool {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): break
        case ("/quit", 1): return false
        case ("/room", 2): try await enter(words[1], session)
        case ("/place", 2):
            placeName = words[1]
            try await report(session)
        case ("/status", _):
            status = words.count > 1 ? words[1] : nil
            try await report(session)
        case (let word?, _) where word.hasPrefix("/"):
            Terminal.show("there is /place <place>, /status [<what you do there>], /room <room> and /quit")
        default:
            do {
                if let sent = try await room?.handle.send(line) { settle(sent) }
            } catch {
                Terminal.show("not sent: \(error)")
            }
        }
        return true
    }

    /// Counts a message as unsettled until it is acknowledged or fails.
    private func settle(_ message: StompSession.PendingSend) {
        unsettled += 1
        Task { [tell] in
            try? await message.acknowledged()
            tell.yield(.settled)
        }
    }

    // MARK: Showing

    private func show(_ status: SocketClient.Status) {
        isConnected = status.phase == .connected
        hasBeenConnected = hasBeenConnected || isConnected
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

    /// Shows the other users at a place, or the reason for which the presence service does not know them.
    private func show(_ others: Presence.Snapshot, at place: String) {
        if let users = others.users {
            let names = users.map(\.description).joined(separator: ", ")
            Terminal.show("at \(place): \(names.isEmpty ? "no one else" : names)")
        }
        if let problem = others.problem { Terminal.show("the others at \(place) are unknown: \(problem)") }
    }

    /// Shows the messages whose state has changed, but no sent ones, and unsent ones only without a connection.
    private func show(_ contents: ChatRoom.Contents) {
        for message in contents.messages where shown[message.id] != message.state {
            if message.state == .sent || message.state == .unsent && isConnected { continue }
            shown[message.id] = message.state
            Terminal.show("\(message)")
        }
        if let problem = contents.problem { Terminal.show("no messages arrive: \(problem)") }
    }
}
