import Foundation
import LoopbackBroker
import Messaging
import Sockets

/// A user of the story: a device with an app, a coordinator that owns the session, and one screen at a time.
///
/// A screen gets the session, reports its place, and shows the place's room and the other users there. When no screen
/// shows a room any more, the user leaves it.
@MainActor final class ChatUser {
    let name: String
    let store: InMemoryTokenStore
    let coordinator: SessionCoordinator
    private let issuer: TokenIssuer
    private var place = ""
    private var room: ChatRoom?

    init(_ name: String, tokensFrom issuer: TokenIssuer, broker: URL) async {
        self.name = name
        self.issuer = issuer
        store = InMemoryTokenStore { issuer.issue(for: $0.user) }
        var configuration = SessionCoordinator.Configuration()
        configuration.refreshLead = .zero
        configuration.minimumUse = .milliseconds(500)
        coordinator = SessionCoordinator(store: store, configuration: configuration) { user in
            let backoff = Backoff(initial: .milliseconds(100), maximum: .milliseconds(300))
            return Playground.makeSession(of: user, on: "phone", at: [broker], backoff: backoff)
        }
        await coordinator.start()
    }

    var tokenCount: Int { issuer.count(of: name) }

    /// Gets a token, which replaces the token in the store.
    func getToken(expiringAfter seconds: TimeInterval? = nil) {
        store.replace(with: issuer.issue(for: name, expiringAfter: seconds))
    }

    func logOut() { store.replace(with: nil) }

    /// Waits until the coordinator is in a phase, and returns it.
    func wait(for phase: TokenGate.Phase) async throws -> TokenGate.Phase {
        try await coordinator.wait(for: phase)
        return phase
    }

    /// Waits until the phase of the socket meets a condition, and returns its name without substates.
    func wait(untilSocket condition: (Socket.Phase) -> Bool) async throws -> String {
        guard let session = coordinator.session else { return "no session" }
        let status = try await session.wait { condition($0.phase) }
        return String(status.phase.description.prefix { $0 != "/" })
    }

    private var session: MessagingSession {
        guard let session = coordinator.session else { fatalError("A user without a session has no screens.") }
        return session
    }

    /// Replaces the current screen by the screen of a place, and waits until that knows the other users there.
    func open(_ place: String) async throws -> String {
        let room = try await session.chat.enter(place)
        _ = try await session.presence.report(place)
        (self.place, self.room) = (place, room)
        return try await others { _ in true }
    }

    /// Waits until the names of the other users at the user's place meet a condition, and returns the names.
    func others(where condition: ([String]) -> Bool) async throws -> String {
        for await others in try await session.presence.report(place) {
            guard let names = others.users?.map(\.name), condition(names) else { continue }
            return names.isEmpty ? "no one" : names.joined(separator: ", ")
        }
        throw CancellationError()
    }

    var lines: [String] { room?.contents.messages.map(\.description) ?? [] }

    /// Waits until the room has a number of messages, and each of them is delivered; returns the newest.
    func newest(of count: Int) async -> String {
        guard let room else { return "" }
        for await contents in room.changes where contents.messages.count == count {
            if contents.messages.allSatisfy({ $0.state == .delivered }) { break }
        }
        return lines.last ?? ""
    }

    func write(_ text: String) async throws { try await room?.send(text) }
}
