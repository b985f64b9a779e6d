import Sockets
import StateExploration
import StateInspector
import StatePattern

extension Socket {
    /// Makes a socket with room for three messages.
    public static func makeExample() -> Socket { Socket(queueLimit: 3) }

    /// The text for the state in the socket's model.
    public var stateInOverview: String { state.statePath + wish }

    /// The numbers of the latest attempt and session.
    public var detail: String { "attempt \(attempt), session \(session)\(wish)" }

    private var wish: String { connectsAgain ? ", connects again" : "" }

    /// Makes a request of the model, with the socket's current numbers.
    public func make(_ name: String) -> Outcome? { Self.requests().make(name, of: self, namedBy: Self.makeExample) }

    /// Sends a text.
    public func sendText(_ text: String) -> Outcome { send(.text(text)) }

    /// Returns and removes the effects, as texts.
    public func takeWords() -> [String] { takeEffects().map { "\($0)" } }

    /// Makes recorded requests on a socket without an owner, which would carry out its effects.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in makeExample() },
            requests: requests() + [.init(Socket.send, .text("Ahoy"))])
    }
}
