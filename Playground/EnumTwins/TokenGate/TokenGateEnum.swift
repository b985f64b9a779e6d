import Messaging
import StatePattern

/// The token gate as an enum: the same requests, outcomes, numbers and effects as `TokenGate`.
public final class TokenGateEnum {
    public enum State: Hashable, Sendable {
        case loggedOut
        case connecting(isFinalAttempt: Bool)
        case connected(Age)
        case closing(TokenGate.AfterClosing)
        case refreshing
        case waiting
        case refused
    }

    public enum Age: Hashable, Sendable {
        case fresh(hasTimer: Bool)
        case renewing
        case expired
    }

    public private(set) var state = State.loggedOut
    public private(set) var token: AccessToken?
    public private(set) var number = 0
    public private(set) var session = 0
    public private(set) var isRefreshing = false
    public private(set) var refusal: TokenGate.RefusalKind?
    private var refusals: [AccessToken: TokenGate.RefusalKind]
    private var effects: [TokenGate.Effect] = []

    public init(refusals: [AccessToken: TokenGate.RefusalKind] = [:]) { self.refusals = refusals }

    public var phase: TokenGate.Phase { state.phase }

    public var afterClosing: TokenGate.AfterClosing? {
        if case .closing(let afterClosing) = state { afterClosing } else { nil }
    }

    public var isFinalAttempt: Bool { state == .connecting(isFinalAttempt: true) }

    public func takeEffects() -> [TokenGate.Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Reports

    public func perform(_ request: TokenGate.Request) -> Outcome {
        switch request {
        case .tokenChanged(let token): tokenChanged(to: token)
        case .connected: connected(number: number)
        case .refused(let kind): refused(kind, number: number)
        case .expired: expired(number: number)
        case .refreshEnded: refreshEnded(number: number)
        case .refreshDenied: refreshDenied(number: number)
        case .retryTimerFired: retryTimerFired(number: number)
        case .disconnected: disconnected(number: session)
        }
    }

    private func tokenChanged(to newToken: AccessToken?) -> Outcome {
        guard newToken != token else { return expiryChanged(to: newToken) }
        let isSameUser = newToken?.userOnWire == token?.userOnWire
        if newToken == nil { refusals = refusals.filter { $0.value == .credentials } }
        token = newToken
        refusal = newToken.flatMap { refusals[$0] }
        if newToken != nil { number += 1 }
        cancelRefresh()
        let isRefused = refusal != nil
        let afterClosing: TokenGate.AfterClosing = newToken == nil ? .logOut : isRefused ? .refresh : .connect
        switch state {
        case .refreshing where isRefused && isSameUser:
            return change(to: refusal == .credentials ? .refused : .waiting)
        case .loggedOut, .waiting, .refused, .refreshing:
            if newToken == nil { return change(to: .loggedOut) }
            return change(to: isRefused ? .refreshing : .connecting(isFinalAttempt: state == .refreshing && isSameUser))
        case .connecting, .connected: return change(to: .closing(afterClosing))
        case .closing:
            state = .closing(afterClosing)
            return .handled
        }
    }

    private func expiryChanged(to newToken: AccessToken?) -> Outcome {
        guard newToken?.expiry != token?.expiry else { return .handled }
        token = newToken
        guard case .connected = state else { return .handled }
        cancelRefresh()
        return change(to: .connected(.fresh(hasTimer: token?.expiry != nil)))
    }

    public func connected(number: Int) -> Outcome {
        guard isInUse(number) else { return .handled }
        switch state {
        case .connecting: return change(to: .connected(.fresh(hasTimer: token?.expiry != nil)))
        case .connected: return .handled
        case .loggedOut, .closing, .refreshing, .waiting, .refused: return .unhandled
        }
    }

    public func refused(_ kind: TokenGate.RefusalKind = .unknown, number: Int) -> Outcome {
        guard isInUse(number) else { return .handled }
        switch state {
        case .connecting(let isFinalAttempt):
            refuse(kind)
            let step: TokenGate.AfterClosing =
                switch kind {
                case .temporary: .wait
                case .credentials: isFinalAttempt ? .refuse : .refresh
                case .unknown: isFinalAttempt ? .wait : .refresh
                }
            return change(to: .closing(step))
        case .connected:
            refuse(kind)
            if kind == .temporary { cancelRefresh() }
            return change(to: .closing(kind == .temporary ? .wait : .refresh))
        case .loggedOut, .closing, .refreshing, .waiting, .refused: return .unhandled
        }
    }

    private func refuse(_ kind: TokenGate.RefusalKind) {
        refusal = kind
        if let token, kind != .temporary { refusals[token] = kind }
    }

    public func expired(number: Int) -> Outcome {
        guard isInUse(number) else { return .handled }
        switch state {
        case .connected(.fresh): return change(to: .connected(.renewing))
        case .loggedOut, .connecting, .connected, .closing, .refreshing, .waiting, .refused: return .unhandled
        }
    }

    public func refreshEnded(number: Int) -> Outcome {
        endRefresh(number, isFinal: refusal == .credentials)
    }

    public func refreshDenied(number: Int) -> Outcome { endRefresh(number, isFinal: true) }

    private func endRefresh(_ number: Int, isFinal: Bool) -> Outcome {
        guard isCurrent(number), isRefreshing else { return .handled }
        isRefreshing = false
        switch state {
        case .connected: return change(to: .connected(.expired))
        case .closing:
            state = .closing(isFinal ? .refuse : .wait)
            return .handled
        case .refreshing: return change(to: isFinal ? .refused : .waiting)
        case .loggedOut, .connecting, .waiting, .refused: return .unhandled
        }
    }

    public func retryTimerFired(number: Int) -> Outcome {
        guard isCurrent(number) else { return .handled }
        guard state == .waiting else { return .unhandled }
        refusals = refusals.filter { $0.value == .credentials }
        refusal = nil
        self.number += 1
        return change(to: .connecting(isFinalAttempt: false))
    }

    public func disconnected(number: Int) -> Outcome {
        guard number == session else { return .handled }
        switch state {
        case .closing(.logOut): return change(to: .loggedOut)
        case .closing(.connect): return change(to: .connecting(isFinalAttempt: false))
        case .closing(.refresh): return change(to: .refreshing)
        case .closing(.wait): return change(to: .waiting)
        case .closing(.refuse): return change(to: .refused)
        case .loggedOut, .connecting, .connected, .refreshing, .waiting, .refused: return .unhandled
        }
    }

    private func isInUse(_ number: Int) -> Bool { isCurrent(number) && refusal == nil }

    private func isCurrent(_ number: Int) -> Bool { token != nil && number == self.number }

    private func cancelRefresh() {
        guard isRefreshing else { return }
        isRefreshing = false
        effects.append(.cancelRefresh)
    }

    // MARK: Transitions

    private func change(to next: State) -> Outcome {
        if state == .connected(.fresh(hasTimer: true)) { effects.append(.cancelExpiryTimer) }
        if state == .waiting { effects.append(.cancelRetryTimer) }
        state = next
        switch next {
        case .connecting:
            session = number
            if let token { effects.append(.connect(token, number: number)) }
        case .connected(.fresh):
            if let expiry = token?.expiry { effects.append(.startExpiryTimer(expiry, number: number)) }
        case .connected(.renewing), .refreshing:
            if !isRefreshing { effects.append(.askForRefresh(number: number)) }
            isRefreshing = true
        case .closing: effects.append(.disconnect(number: session))
        case .waiting: effects.append(.startRetryTimer(number: number))
        case .loggedOut, .connected(.expired), .refused: break
        }
        return .transitioned
    }
}

extension TokenGateEnum.State {
    /// The phase of the class-based machine in this state.
    public var phase: TokenGate.Phase {
        switch self {
        case .loggedOut: .loggedOut
        case .connecting: .connecting
        case .connected(.fresh): .connected
        case .connected(.renewing): .renewing
        case .connected(.expired): .expired
        case .closing: .closing
        case .refreshing: .refreshing
        case .waiting: .waiting
        case .refused: .refused
        }
    }
}
