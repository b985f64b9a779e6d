import Sockets
import StatePattern

/// The socket as an enum: the same requests, outcomes, numbers and effects as `Socket`.
///
/// The tree of states is a tree of enums: `Reconnection` is nested in two cases. Each request is a `switch` over all
/// states; what is done on entering and leaving a state is in `enter()` and `change(to:)`.
public final class SocketEnum {
    public enum State: Hashable, Sendable {
        case disconnected
        case connecting
        case startingSession
        case connected
        case reconnecting(Reconnection)
        case suspended(Suspension)
        case disconnecting(connectsAgain: Bool)
    }

    public enum Suspension: Hashable, Sendable {
        case idle
        case reconnecting(Reconnection)
    }

    public enum Reconnection: Hashable, Sendable {
        case attempting
        case waiting
    }

    public private(set) var state = State.disconnected
    public private(set) var attempt = 0
    public private(set) var session = 0

    private let queueLimit: Int
    private var isAttemptOver = true
    private var queue: [Socket.Message] = []
    private var effects: [Socket.Effect] = []

    /// - Parameter queueLimit: How many messages may wait to go out.
    public init(queueLimit: Int = 100) { self.queueLimit = queueLimit }

    /// Enters the first state.
    public func activate() { enter() }

    public var phase: Socket.Phase { state.phase }

    public var connectsAgain: Bool { state == .disconnecting(connectsAgain: true) }

    public func takeEffects() -> [Socket.Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Requests

    public func connect() -> Outcome {
        switch state {
        case .disconnected: return change(to: .connecting)
        case .reconnecting(.waiting): return change(to: .reconnecting(.attempting))
        case .suspended(.reconnecting(.waiting)): return change(to: .suspended(.reconnecting(.attempting)))
        case .disconnecting:
            state = .disconnecting(connectsAgain: true)
            return .handled
        case .connecting, .startingSession, .connected, .reconnecting(.attempting), .suspended: return .unhandled
        }
    }

    public func disconnect() -> Outcome {
        switch state {
        case .disconnected: return .unhandled
        case .connecting, .startingSession, .connected, .reconnecting, .suspended:
            return change(to: .disconnecting(connectsAgain: false))
        case .disconnecting:
            state = .disconnecting(connectsAgain: false)
            return .handled
        }
    }

    public func suspend() -> Outcome {
        switch state {
        case .connecting, .reconnecting: return change(to: .suspended(.reconnecting(.attempting)))
        case .startingSession, .connected:
            effects.append(.endSession)
            return change(to: .suspended(.idle))
        case .disconnected, .suspended, .disconnecting: return .unhandled
        }
    }

    public func resume() -> Outcome {
        switch state {
        case .suspended(.idle): change(to: .startingSession)
        case .suspended(.reconnecting): change(to: .reconnecting(.attempting))
        case .disconnected, .connecting, .startingSession, .connected, .reconnecting, .disconnecting: .unhandled
        }
    }

    public func send(_ message: Socket.Message) -> Outcome {
        switch state {
        case .connected:
            effects.append(.send(message))
            return .handled
        case .connecting, .startingSession, .reconnecting, .suspended:
            guard queue.count < queueLimit else { return .refused }
            queue.append(message)
            return .handled
        case .disconnected, .disconnecting: return .unhandled
        }
    }

    // MARK: Reports

    public func connected(attempt: Int) -> Outcome {
        guard isUnderWay(attempt) else { return .handled }
        switch state {
        case .connecting, .reconnecting: return change(to: .startingSession)
        case .suspended(.reconnecting): return change(to: .suspended(.idle))
        case .disconnected, .startingSession, .connected, .suspended(.idle), .disconnecting: return .unhandled
        }
    }

    public func connectionFailed(attempt: Int) -> Outcome {
        guard isUnderWay(attempt) else { return .handled }
        isAttemptOver = true
        switch state {
        case .connecting, .startingSession, .connected: return change(to: .reconnecting(.attempting))
        case .reconnecting(.attempting): return change(to: .reconnecting(.waiting))
        case .suspended(.idle): return change(to: .suspended(.reconnecting(.attempting)))
        case .suspended(.reconnecting(.attempting)): return change(to: .suspended(.reconnecting(.waiting)))
        case .disconnecting(let connectsAgain): return change(to: connectsAgain ? .connecting : .disconnected)
        case .disconnected, .reconnecting(.waiting), .suspended(.reconnecting(.waiting)): return .unhandled
        }
    }

    public func authFailed(attempt: Int) -> Outcome {
        guard isUnderWay(attempt) else { return .handled }
        switch state {
        case .connecting, .reconnecting: return change(to: .disconnected)
        case .startingSession, .connected, .suspended: return change(to: .disconnecting(connectsAgain: false))
        case .disconnected, .disconnecting: return .unhandled
        }
    }

    public func startedSession(session: Int) -> Outcome {
        guard session == self.session else { return .handled }
        switch state {
        case .startingSession: return change(to: .connected)
        case .disconnected, .connecting, .connected, .reconnecting, .suspended, .disconnecting: return .unhandled
        }
    }

    public func reconnectTimerFired(attempt: Int) -> Outcome {
        guard attempt == self.attempt + 1 else { return .handled }
        switch state {
        case .reconnecting(.waiting): return change(to: .reconnecting(.attempting))
        case .suspended(.reconnecting(.waiting)): return change(to: .suspended(.reconnecting(.attempting)))
        case .disconnected, .connecting, .startingSession, .connected, .reconnecting, .suspended, .disconnecting:
            return .unhandled
        }
    }

    public func disconnected(attempt: Int) -> Outcome {
        guard attempt == self.attempt else { return .handled }
        switch state {
        case .disconnecting(let connectsAgain): return change(to: connectsAgain ? .connecting : .disconnected)
        case .disconnected, .connecting, .startingSession, .connected, .reconnecting, .suspended: return .unhandled
        }
    }

    private func isUnderWay(_ attempt: Int) -> Bool { attempt == self.attempt && !isAttemptOver }

    // MARK: Transitions

    private func change(to next: State) -> Outcome {
        switch state {
        case .reconnecting(.waiting), .suspended(.reconnecting(.waiting)): effects.append(.cancelTimer)
        case .disconnected, .connecting, .startingSession, .connected, .reconnecting, .suspended, .disconnecting: break
        }
        state = next
        enter()
        return .transitioned
    }

    private func open() {
        attempt += 1
        isAttemptOver = false
        effects.append(.open(attempt: attempt))
    }

    private func enter() {
        switch state {
        case .disconnected:
            isAttemptOver = true
            queue = []
            effects.append(.drop)
        case .connecting: open()
        case .reconnecting(.attempting), .suspended(.reconnecting(.attempting)):
            if isAttemptOver { open() }
        case .reconnecting(.waiting), .suspended(.reconnecting(.waiting)):
            effects.append(.startTimer(attempt: attempt + 1))
        case .startingSession:
            session += 1
            effects.append(.startSession(number: session))
        case .connected:
            effects += queue.map(Socket.Effect.send)
            queue = []
        case .suspended(.idle): break
        case .disconnecting:
            isAttemptOver = false
            queue = []
            effects.append(.close)
        }
    }
}

extension SocketEnum.State {
    /// The phase of the class-based machine in this state.
    public var phase: Socket.Phase {
        switch self {
        case .disconnected: .disconnected
        case .connecting: .connecting
        case .startingSession: .startingSession
        case .connected: .connected
        case .reconnecting(.attempting): .reconnectingAttempting
        case .reconnecting(.waiting): .reconnectingWaiting
        case .suspended(.idle): .suspendedIdle
        case .suspended(.reconnecting(.attempting)): .suspendedReconnectingAttempting
        case .suspended(.reconnecting(.waiting)): .suspendedReconnectingWaiting
        case .disconnecting: .disconnecting
        }
    }
}
