import StatePattern

/// A socket that reconnects, as classes: `Reconnecting` and `Waiting` are written once, and lie in two superstates.
///
/// While it is suspended, a lost connection is opened again as well, but leads back to `Suspended`.
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
    @discardableResult func connect() -> Outcome { delegate { $0.connect($1) } }
    @discardableResult func disconnect() -> Outcome { delegate { $0.disconnect($1) } }
    @discardableResult func suspend() -> Outcome { delegate { $0.suspend($1) } }
    @discardableResult func resume() -> Outcome { delegate { $0.resume($1) } }

    // Reports of the line and the timer.
    @discardableResult func didConnect() -> Outcome { delegate { $0.didConnect($1) } }
    @discardableResult func didFail() -> Outcome { delegate { $0.didFail($1) } }
    @discardableResult func timerFired() -> Outcome { delegate { $0.timerFired($1) } }
}

extension SocketAsClasses {
    class State: HierarchicalState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ socket: SocketAsClasses) {}
        func willExit(_ socket: SocketAsClasses) {}
        func connect(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
        func disconnect(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
        func suspend(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
        func resume(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
        func didConnect(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
        func didFail(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
        func timerFired(_ socket: SocketAsClasses) -> Reaction<State> { .unhandled }
    }

    final class Disconnected: State {
        override func connect(_ socket: SocketAsClasses) -> Reaction<State> {
            .transition(to: Reconnecting(in: socket.enabled))
        }
    }

    /// A superstate in which a connection is wanted.
    class Home: State {
        /// The state that a new connection leads to.
        func connected() -> State { self }
    }

    final class Enabled: Home {
        override func connected() -> State { Connected(in: self) }
        override func willExit(_ socket: SocketAsClasses) { socket.line.perform(.close) }
        override func disconnect(_ socket: SocketAsClasses) -> Reaction<State> { .transition(to: socket.disconnected) }
    }

    final class Suspended: Home {
        let enabled: Enabled
        init(in enabled: Enabled) { self.enabled = enabled }
        override var superstate: State? { enabled }
        override var initialSubstate: State? { Idle(in: self) }

        override func resume(_ socket: SocketAsClasses) -> Reaction<State> {
            .transition(to: Reconnecting(in: enabled))
        }
    }

    class Substate: State {
        let home: Home
        init(in home: Home) { self.home = home }
        override var superstate: State? { home }
    }

    final class Connected: Substate {
        override func suspend(_ socket: SocketAsClasses) -> Reaction<State> { .transition(to: socket.suspended) }
        override func didFail(_ socket: SocketAsClasses) -> Reaction<State> { .transition(to: Reconnecting(in: home)) }
    }

    /// Suspended, and the connection is open.
    final class Idle: Substate {
        override func resume(_ socket: SocketAsClasses) -> Reaction<State> {
            .transition(to: socket.enabled.connected())
        }
        override func didFail(_ socket: SocketAsClasses) -> Reaction<State> { .transition(to: Reconnecting(in: home)) }
    }

    final class Reconnecting: Substate {
        override func didEnter(_ socket: SocketAsClasses) { socket.line.perform(.open) }
        override func didConnect(_ socket: SocketAsClasses) -> Reaction<State> { .transition(to: home.connected()) }
        override func didFail(_ socket: SocketAsClasses) -> Reaction<State> { .transition(to: Waiting(in: home)) }
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

        override func timerFired(_ socket: SocketAsClasses) -> Reaction<State> {
            .transition(to: Reconnecting(in: home))
        }
    }
}
