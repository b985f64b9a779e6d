/// The socket of the article's code: three nested enums, each with a `switch`.
///
/// All three enums handle the same events. The inner enums return the next state of the *outer* machine, so that an
/// event can lead out of them.
enum PublishedSocketCode: PublishedSocketState {
    case disconnected, connecting, startingSession, connected, disconnecting
    case reconnecting(Reconnecting)
    case suspended(Suspended)

    func next(after event: PublishedSocket.Event) -> PublishedSocketCode {
        switch (self, event) {
        case (.disconnected, .connect): .connecting
        case (.connecting, .connected): .startingSession
        case (.connecting, .connectionFailed): .reconnecting(.reconnecting)
        case (.connecting, .authFailed): .disconnecting
        case (.startingSession, .startedSession): .connected
        case (.connected, .disconnect): .disconnecting
        case (.startingSession, .connectionFailed), (.connected, .connectionFailed): .reconnecting(.reconnecting)
        case (.startingSession, .authFailed), (.connected, .authFailed): .disconnecting
        case (.startingSession, .suspend), (.connected, .suspend): .suspended(.suspended)
        case (.disconnecting, .disconnected): .disconnected
        case (.reconnecting(let child), _): child.next(after: event)
        case (.suspended(let child), _): child.next(after: event)
        default: self
        }
    }

    /// The machine that reconnects, used by the socket and by the suspended machine.
    enum Reconnecting: Equatable {
        case reconnecting, waiting

        func next(after event: PublishedSocket.Event) -> PublishedSocketCode {
            switch (self, event) {
            case (_, .connected): .startingSession
            case (_, .disconnect): .disconnecting
            case (.reconnecting, .connectionFailed): .reconnecting(.waiting)
            case (.waiting, .reconnectTimerFired): .reconnecting(.reconnecting)
            default: .reconnecting(self)
            }
        }
    }

    /// The inner machine of a suspended socket.
    enum Suspended: Equatable {
        case suspended
        case reconnecting(Reconnecting)

        func next(after event: PublishedSocket.Event) -> PublishedSocketCode {
            switch (self, event) {
            case (.suspended, .resume): .startingSession
            case (.suspended, .disconnect), (.suspended, .authFailed): .disconnecting
            case (.suspended, .connectionFailed): .suspended(.reconnecting(.reconnecting))
            case (.suspended, _): .suspended(self)
            case (.reconnecting(let child), _): wrapped(child.next(after: event))
            }
        }

        /// Wraps a reconnecting state, so that the socket stays suspended; returns any other state unchanged.
        private func wrapped(_ next: PublishedSocketCode) -> PublishedSocketCode {
            if case .reconnecting(let child) = next { .suspended(.reconnecting(child)) } else { next }
        }
    }

    var place: PublishedSocket.Place {
        switch self {
        case .disconnected: .disconnected
        case .connecting: .connecting
        case .startingSession: .startingSession
        case .connected: .connected
        case .disconnecting: .disconnecting
        case .reconnecting(.reconnecting): .reconnecting
        case .reconnecting(.waiting): .waiting
        case .suspended(.suspended): .suspended
        case .suspended(.reconnecting(.reconnecting)): .suspendedReconnecting
        case .suspended(.reconnecting(.waiting)): .suspendedWaiting
        }
    }
}
