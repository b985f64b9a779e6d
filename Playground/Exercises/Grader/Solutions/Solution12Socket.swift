import StatePattern

extension Solution {
    /// Exercise 12: a socket that reconnects, and that has no session while the app is suspended.
    ///
    /// - To connect, the socket makes attempts. After one that fails it waits, and then makes the next one.
    /// - When it is connected it starts a session. When the connection fails, it reconnects.
    /// - While the app is suspended there is no session: a connection is idle, and an attempt leads to an idle connection.
    /// - When the app resumes, an idle connection gets a session.
    /// - Without a connection, a new attempt begins as soon as the app is suspended or resumes.
    /// - A wait starts a timer, and cancels it when it ends. It refuses a connection, because no attempt is in progress.
    /// - The socket can be disconnected at any time.
    ///
    /// Attempting and Waiting are used twice: in Reconnecting and in Suspended. One line has a mistake that was once
    /// published. It is not marked; the grader finds it.
    final class Socket: Context<Socket.State> {
        class State: ContextState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
            func didEnter(_ socket: Socket) {}
            func willExit(_ socket: Socket) {}
            func connect(_ socket: Socket) -> Reaction { .unhandled }
            func disconnect(_ socket: Socket) -> Reaction { .unhandled }
            func suspend(_ socket: Socket) -> Reaction { .unhandled }
            func resume(_ socket: Socket) -> Reaction { .unhandled }
            func connectionOpened(_ socket: Socket) -> Reaction { .unhandled }
            func connectionFailed(_ socket: Socket) -> Reaction { .unhandled }
            func waitEnded(_ socket: Socket) -> Reaction { .unhandled }
        }

        final class Disconnected: State {
            override func connect(_ socket: Socket) -> Reaction { .transition(to: socket.reconnecting) }
        }

        final class Enabled: State {
            override func disconnect(_ socket: Socket) -> Reaction { .transition(to: socket.disconnected) }
        }

        /// A state that lies in another one.
        class Substate: State {
            let parent: State
            init(in parent: State) { self.parent = parent }
            override var superstate: State? { parent }
        }

        final class Connected: Substate {
            override func didEnter(_ socket: Socket) { socket.log.append("start session") }
            override func willExit(_ socket: Socket) { socket.log.append("end session") }
            override func suspend(_ socket: Socket) -> Reaction { .transition(to: Idle(in: socket.suspended)) }
            override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: socket.reconnecting) }
        }

        final class Reconnecting: Substate {
            override var initialSubstate: State? { Attempting(in: self) }
            override func suspend(_ socket: Socket) -> Reaction { .transition(to: socket.suspended) }
            override func connectionOpened(_ socket: Socket) -> Reaction { .transition(to: socket.connected) }
        }

        final class Suspended: Substate {
            override var initialSubstate: State? { Attempting(in: self) }
            // starter: override func connectionOpened(_ socket: Socket) -> Reaction { .transition(to: socket.connected) }
            override func connectionOpened(_ socket: Socket) -> Reaction { .transition(to: Idle(in: self)) }
            // end
            override func resume(_ socket: Socket) -> Reaction { .transition(to: socket.reconnecting) }
        }

        final class Idle: Substate {
            override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: socket.suspended) }
            // starter: // TODO: The app resumes.
            override func resume(_ socket: Socket) -> Reaction { .transition(to: socket.connected) }
            // end
        }

        final class Attempting: Substate {
            override func didEnter(_ socket: Socket) { socket.log.append("open") }
            override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Waiting(in: parent)) }
        }

        final class Waiting: Substate {
            override func didEnter(_ socket: Socket) { socket.log.append("start timer") }
            // starter: // TODO: Cancel the timer. Refuse a connection. The next attempt lies in the same superstate.
            override func willExit(_ socket: Socket) { socket.log.append("cancel timer") }
            override func connectionOpened(_ socket: Socket) -> Reaction { .refused }
            override func waitEnded(_ socket: Socket) -> Reaction { .transition(to: Attempting(in: parent)) }
            // end
        }

        let disconnected = Disconnected()
        let connected: Connected
        let reconnecting: Reconnecting
        let suspended: Suspended
        var log: [String] = []

        init() {
            let enabled = Enabled()
            connected = Connected(in: enabled)
            reconnecting = Reconnecting(in: enabled)
            suspended = Suspended(in: enabled)
            super.init(initial: disconnected)
        }

        @discardableResult func connect() -> Outcome { delegate(State.connect) }
        @discardableResult func disconnect() -> Outcome { delegate(State.disconnect) }
        @discardableResult func suspend() -> Outcome { delegate(State.suspend) }
        @discardableResult func resume() -> Outcome { delegate(State.resume) }
        @discardableResult func connectionOpened() -> Outcome { delegate(State.connectionOpened) }
        @discardableResult func connectionFailed() -> Outcome { delegate(State.connectionFailed) }
        @discardableResult func waitEnded() -> Outcome { delegate(State.waitEnded) }
    }
}
