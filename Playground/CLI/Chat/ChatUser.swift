import STOMP
import Foundation
import Messaging
import Sockets

/// A user of the story: a device with an app whose coordinator owns the session, and one screen at a time.
@MainActor final class ChatUser {
    let name: String
    let store: InMemoryTokenStore
    let coordinator: Coordinator
    private let office: TokenOffice
    private(set) var screen: ChatScreen?

    init(_ name: String, tokensFrom office: TokenOffice, broker: URL) async {
        self.name = name
        self.office = office
        store = InMemoryTokenStore { office.issue(for: $0.user) }
        coordinator = Coordinator(store: store, renewalLead: .zero, minimumWait: .milliseconds(500)) { user in
            let backoff = Backoff(initial: .milliseconds(100), maximum: .milliseconds(300))
            return Playground.makeSession(of: user, on: "phone", at: [broker], backoff: backoff)
        }
        await coordinator.start()
    }

    var tokenCount: Int { office.count(of: name) }

    /// Gets a token, in place of any other.
    func getToken(expiringAfter seconds: TimeInterval? = nil) {
        store.replace(with: office.issue(for: name, expiringAfter: seconds))
    }

    func logOut() { store.replace(with: nil) }

    /// Waits until the coordinator is in this state.
    func reach(_ phase: TokenGate.Phase) async -> TokenGate.Phase {
        for await present in coordinator.phases where present == phase { break }
        return phase
    }

    /// Waits until the socket is in such a state, and answers its name without substates.
    func reach(_ isMeant: (Socket.Phase) -> Bool) async -> String {
        guard let session = coordinator.session else { return "no session" }
        for await status in session.states where isMeant(status.phase) {
            return String(status.phase.description.prefix { $0 != "/" })
        }
        return "no session"
    }

    /// Opens a screen in place of the one there was, and waits until it knows who else is there.
    func open(_ place: String) async throws -> String {
        guard let session = coordinator.session else { fatalError("Who has no session has no screens.") }
        screen = try await ChatScreen(place, of: session)
        return await others { _ in true }
    }

    /// Waits until such others are where this user is, and names them.
    func others(_ isMeant: ([String]) -> Bool) async -> String {
        guard let screen else { fatalError("There is no screen.") }
        for await others in screen.others {
            guard let names = others?.names, isMeant(names) else { continue }
            return names.isEmpty ? "nobody else" : names.joined(separator: ", ")
        }
        fatalError("The screen is gone.")
    }

    func write(_ text: String) async throws { try await screen?.room.send(text) }
}
