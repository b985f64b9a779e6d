import StatePattern

/// Decides when the connection of a session is opened and closed, by the latest request of the session's owner.
///
/// The machine only decides, and performs nothing: it records ``Effect``s, which the session takes after each request.
///
/// | State | Meaning | Left by |
/// |---|---|---|
/// | `Disconnected` | no connection is wanted | `connect`, `disconnect` |
/// | `Connected` | a connection is wanted | `disconnect` |
/// | `Disconnecting` | the session sends `DISCONNECT` and closes the connection | `closed`, `connect` |
/// | `Reconnecting` | as `Disconnecting`, but another connection is wanted afterwards | `closed`, `disconnect` |
/// | `Ended` | no connection will be wanted again | – |
///
/// Each state is left by `end`, too.
final class SessionLifecycle: Context<SessionLifecycle.State> {
    /// An order to the session.
    enum Effect: String, Hashable, Sendable {
        /// Open a connection, unless it is open or being opened, and report `opened`.
        case open
        /// Close the connection.
        case close
    }

    private var effects: [Effect] = []

    init() { super.init(initial: Disconnected()) }

    var hasEnded: Bool { state.isFinal }

    /// Removes and returns the recorded effects, in order.
    func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// Asks for a connection.
    @discardableResult func connect() -> Outcome { delegate(State.connect) }
    /// Asks to disconnect; the session closes the connection, and then reports `closed`.
    @discardableResult func disconnect() -> Outcome { delegate(State.disconnect) }
    /// Reports that the effect `open` was carried out.
    @discardableResult func opened() -> Outcome { delegate(State.opened) }
    /// Reports that the connection was closed after a `disconnect`. Of two simultaneous disconnects, each reports it.
    @discardableResult func closed() -> Outcome { delegate(State.closed) }
    /// Asks to disconnect and never to connect again; the session closes the connection.
    @discardableResult func end() -> Outcome { delegate(State.end) }

    fileprivate func record(_ effect: Effect) { effects.append(effect) }
}

extension SessionLifecycle {
    /// The requests of a lifecycle; each is unhandled unless a state overrides it.
    class State: ContextState {
        fileprivate(set) final var isFinal = false

        func didEnter(_ lifecycle: SessionLifecycle) {}
        func willExit(_ lifecycle: SessionLifecycle) {}

        func connect(_ lifecycle: SessionLifecycle) -> Reaction { .unhandled }
        func disconnect(_ lifecycle: SessionLifecycle) -> Reaction { .unhandled }
        func opened(_ lifecycle: SessionLifecycle) -> Reaction { .handled }
        func closed(_ lifecycle: SessionLifecycle) -> Reaction { .handled }
        func end(_ lifecycle: SessionLifecycle) -> Reaction { .transition(to: Ended()) }
    }

    /// No connection is wanted.
    final class Disconnected: State {
        override func connect(_ lifecycle: SessionLifecycle) -> Reaction {
            lifecycle.record(.open)
            return .transition(to: Connected())
        }

        override func disconnect(_ lifecycle: SessionLifecycle) -> Reaction { .transition(to: Disconnecting()) }
    }

    /// A connection is wanted.
    final class Connected: State {
        override func connect(_ lifecycle: SessionLifecycle) -> Reaction {
            lifecycle.record(.open)  // The effect ends a wait for the next attempt.
            return .handled
        }

        override func disconnect(_ lifecycle: SessionLifecycle) -> Reaction { .transition(to: Disconnecting()) }

        /// Opens a connection again: of two simultaneous disconnects, the second has closed the connection that was
        /// reopened after the first.
        override func closed(_ lifecycle: SessionLifecycle) -> Reaction {
            lifecycle.record(.open)
            return .handled
        }
    }

    /// The connection is being closed.
    final class Disconnecting: State {
        override func connect(_ lifecycle: SessionLifecycle) -> Reaction { .transition(to: Reconnecting()) }
        override func disconnect(_ lifecycle: SessionLifecycle) -> Reaction { .handled }
        override func closed(_ lifecycle: SessionLifecycle) -> Reaction { .transition(to: Disconnected()) }
    }

    /// The connection is being closed, and another one is wanted after it.
    final class Reconnecting: State {
        override func connect(_ lifecycle: SessionLifecycle) -> Reaction { .handled }
        override func disconnect(_ lifecycle: SessionLifecycle) -> Reaction { .transition(to: Disconnecting()) }

        override func closed(_ lifecycle: SessionLifecycle) -> Reaction {
            lifecycle.record(.open)
            return .transition(to: Connected())
        }
    }

    final class Ended: State {
        override init() {
            super.init()
            isFinal = true
        }

        /// Closes a connection that was opened although the session has ended.
        override func opened(_ lifecycle: SessionLifecycle) -> Reaction {
            lifecycle.record(.close)
            return .handled
        }

        override func end(_ lifecycle: SessionLifecycle) -> Reaction { .handled }
    }
}
