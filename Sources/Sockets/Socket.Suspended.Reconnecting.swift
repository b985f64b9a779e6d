import StatePattern

extension Socket.Suspended {
    /// The connection was lost meanwhile; it comes back without a session.
    final class Reconnecting: Socket.State {
        private let suspended: Socket.Suspended

        init(in suspended: Socket.Suspended) { self.suspended = suspended }

        override var superstate: Socket.State? { suspended }
        override var initialSubstate: Socket.State? { Socket.Attempting(in: self) }

        override func connected(_ socket: Socket) -> Reaction { .transition(to: Idle(in: suspended)) }
        override func resume(_ socket: Socket) -> Reaction { .transition(to: Socket.Reconnecting()) }
    }
}
