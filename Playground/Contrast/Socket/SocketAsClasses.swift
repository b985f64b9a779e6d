import StatePattern

/// A socket that reconnects, as classes. `Reconnecting` and `Waiting` are written once and used in two superstates.
///
/// A suspended socket reopens a lost connection as well, but then returns to `Suspended`.
///
/// ```
/// Disconnected
/// Enabled ── Connected
///         ├─ Reconnecting, Waiting
///         └─ Suspended ── Idle
///                      └─ Reconnecting, Waiting
/// ```
class SocketAsClasses: Context<SocketAsClasses.State> {
    let disconnected = Disconnected()
    let enabled: Enabled
    let suspended: Suspended
    let line = Line()

    init() {
        enabled = Enabled()
        suspended = Suspended(in: enabled)
        super.init(initial: disconnected)
    }

    // Requests of the app.
    @discardableResult func connect() -> Outcome { delegate(State.connect) }
    @discardableResult func disconnect() -> Outcome { delegate(State.disconnect) }
    @discardableResult func suspend() -> Outcome { delegate(State.suspend) }
    @discardableResult func resume() -> Outcome { delegate(State.resume) }

    // Reports of the line and the timer.
    @discardableResult func didConnect() -> Outcome { delegate(State.didConnect) }
    @discardableResult func didFail() -> Outcome { delegate(State.didFail) }
    @discardableResult func timerFired() -> Outcome { delegate(State.timerFired) }
}

extension SocketAsClasses {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ socket: SocketAsClasses) {}
        func willExit(_ socket: SocketAsClasses) {}
        func connect(_ socket: SocketAsClasses) -> Reaction { .unhandled }
        func disconnect(_ socket: SocketAsClasses) -> Reaction { .unhandled }
        func suspend(_ socket: SocketAsClasses) -> Reaction { .unhandled }
        func resume(_ socket: SocketAsClasses) -> Reaction { .unhandled }
        func didConnect(_ socket: SocketAsClasses) -> Reaction { .unhandled }
        func didFail(_ socket: SocketAsClasses) -> Reaction { .unhandled }
        func timerFired(_ socket: SocketAsClasses) -> Reaction { .unhandled }
    }

    final class Disconnected: State {
        override func connect(_ socket: SocketAsClasses) -> Reaction {
            .transition(to: Reconnecting(in: socket.enabled))
        }
    }

    /// A superstate of the two in which the socket reconnects: `Enabled` or `Suspended`.
    class Home: State {
        /// The state to enter when the connection is open again.
        func connected() -> State { self }
    }

    final class Enabled: Home {
        override func connected() -> State { Connected(in: self) }
        override func willExit(_ socket: SocketAsClasses) { socket.line.perform(.close) }
        override func disconnect(_ socket: SocketAsClasses) -> Reaction { .transition(to: socket.disconnected) }
    }

    final class Suspended: Home {
        let enabled: Enabled
        init(in enabled: Enabled) { self.enabled = enabled }
        override var superstate: State? { enabled }
        override var initialSubstate: State? { Idle(in: self) }

        override func resume(_ socket: SocketAsClasses) -> Reaction {
            .transition(to: Reconnecting(in: enabled))
        }
    }

    class Substate: State {
        let home: Home
        init(in home: Home) { self.home = home }
        override var superstate: State? { home }
    }

    final class Connected: Substate {
        override func suspend(_ socket: SocketAsClasses) -> Reaction { .transition(to: socket.suspended) }
        override func didFail(_ socket: SocketAsClasses) -> Reaction { .transition(to: Reconnecting(in: home)) }
    }

    /// The state of a suspended socket with an open connection.
    final class Idle: Substate {
        override func resume(_ socket: SocketAsClasses) -> Reaction {
            .transition(to: socket.enabled.connected())
        }
        override func didFail(_ socket: SocketAsClasses) -> Reaction { .transition(to: Reconnecting(in: home)) }
    }

    final class Reconnecting: Substate {
        override func didEnter(_ socket: SocketAsClasses) { socket.line.perform(.open) }
        override func didConnect(_ socket: SocketAsClasses) -> Reaction { .transition(to: home.connected()) }
        override func didFail(_ socket: SocketAsClasses) -> Reaction { .transition(to: Waiting(in: home)) }
    }

    class Waiting: Substate {
        // The only places that start and cancel the timer, whichever request
        // leads in or out.
        override func didEnter(_ socket: SocketAsClasses) {
            socket.line.perform(.startTimer)
        }

        override func willExit(_ socket: SocketAsClasses) {
            socket.line.perform(.cancelTimer)
        }

        override func timerFired(_ socket: SocketAsClasses) -> Reaction {
            .transition(to: Reconnecting(in: home))
        }
    }
}
