import Messaging
import StatePattern

/// The token gate as an enum: the same requests, outcomes, numbers and effects as `TokenGate`.
public final class TokenGateEnum {
    public enum State: Hashable, Sendable {
        case loggedOut
        case connecting(isLastTry: Bool)
        case connected(Age)
        case closing(TokenGate.AfterClosing)
        case refreshing
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
    private var refusedTokens: Set<AccessToken>
    private var effects: [TokenGate.Effect] = []

    public init(refused: Set<AccessToken> = []) { refusedTokens = refused }

    public var phase: TokenGate.Phase { state.phase }

    public var afterClosing: TokenGate.AfterClosing? {
        if case .closing(let afterClosing) = state { afterClosing } else { nil }
    }

    public var isLastTry: Bool { state == .connecting(isLastTry: true) }

    public func takeEffects() -> [TokenGate.Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Reports

    public func perform(_ request: TokenGate.Request) -> Outcome {
        switch request {
        case .tokenChanged(let token): tokenChanged(to: token)
        case .connected: connected(number: number)
        case .refused: refused(number: number)
        case .expired: expired(number: number)
        case .refreshEnded: refreshEnded(number: number)
        case .disconnected: disconnected(number: session)
        }
    }

    private func tokenChanged(to newToken: AccessToken?) -> Outcome {
        guard newToken != token else { return expiryChanged(to: newToken) }
        let isSameUser = newToken?.userOnWire == token?.userOnWire
        token = newToken
        if newToken != nil { number += 1 }
        cancelRefresh()
        let isRefused = newToken.map(refusedTokens.contains) ?? false
        let afterClosing: TokenGate.AfterClosing = newToken == nil ? .logOut : isRefused ? .refresh : .connect
        switch state {
        case .refreshing where isRefused && isSameUser: return change(to: .refused)
        case .loggedOut, .refused, .refreshing:
            if newToken == nil { return change(to: .loggedOut) }
            return change(to: isRefused ? .refreshing : .connecting(isLastTry: state == .refreshing && isSameUser))
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
        case .loggedOut, .closing, .refreshing, .refused: return .unhandled
        }
    }

    public func refused(number: Int) -> Outcome {
        guard isInUse(number) else { return .handled }
        if let token { refusedTokens.insert(token) }
        switch state {
        case .connecting(let isLastTry): return change(to: .closing(isLastTry ? .refuse : .refresh))
        case .connected: return change(to: .closing(.refresh))
        case .loggedOut, .closing, .refreshing, .refused: return .unhandled
        }
    }

    public func expired(number: Int) -> Outcome {
        guard isInUse(number) else { return .handled }
        switch state {
        case .connected(.fresh): return change(to: .connected(.renewing))
        case .loggedOut, .connecting, .connected, .closing, .refreshing, .refused: return .unhandled
        }
    }

    public func refreshEnded(number: Int) -> Outcome {
        guard isCurrent(number), isRefreshing else { return .handled }
        isRefreshing = false
        switch state {
        case .connected: return change(to: .connected(.expired))
        case .closing:
            state = .closing(.refuse)
            return .handled
        case .refreshing: return change(to: .refused)
        case .loggedOut, .connecting, .refused: return .unhandled
        }
    }

    public func disconnected(number: Int) -> Outcome {
        guard number == session else { return .handled }
        switch state {
        case .closing(.logOut): return change(to: .loggedOut)
        case .closing(.connect): return change(to: .connecting(isLastTry: false))
        case .closing(.refresh): return change(to: .refreshing)
        case .closing(.refuse): return change(to: .refused)
        case .loggedOut, .connecting, .connected, .refreshing, .refused: return .unhandled
        }
    }

    private func isInUse(_ number: Int) -> Bool {
        switch state {
        case .closing(.refresh), .closing(.refuse), .refreshing, .refused: false
        case .loggedOut, .connecting, .connected, .closing(.logOut), .closing(.connect): isCurrent(number)
        }
    }

    private func isCurrent(_ number: Int) -> Bool { token != nil && number == self.number }

    private func cancelRefresh() {
        guard isRefreshing else { return }
        isRefreshing = false
        effects.append(.cancelRefresh)
    }

    // MARK: Transitions

    private func change(to next: State) -> Outcome {
        if state == .connected(.fresh(hasTimer: true)) { effects.append(.cancelExpiryTimer) }
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
        case .refused: .refused
        }
    }
}
