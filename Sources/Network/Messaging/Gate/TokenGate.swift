import StatePattern

/// Decides which access token a session connects with, and when the session is closed.
///
/// A gate only decides, and performs nothing: it records effects. A ``SessionCoordinator`` takes the effects after each
/// request, carries them out, and reports their results by further requests. An app sees the ``Phase`` of its
/// coordinator's gate.
///
/// | State | Meaning | Left by |
/// |---|---|---|
/// | `LoggedOut` | there is no token | a token (to `Refreshing` if it was refused before) |
/// | `Connecting` | the server has neither accepted nor refused the token | `connected`, `refused`, another token, or none |
/// | `Connected/Fresh` | the server has accepted the token | `expired`, `refused`, another token, or none |
/// | `Connected/Renewing` | the token has expired or is about to, and the token store was asked for a new one | `refreshEnded`, `refreshDenied`, a new expiry of the same token, `refused`, another token, or none |
/// | `Connected/Expired` | the store has no new token; the server may end the session | a new expiry of the same token, `refused`, another token, or none |
/// | `Closing` | the session is being closed, before the next step | `disconnected` |
/// | `Refreshing` | the token was refused, and the store was asked for a new one | `refreshEnded`, `refreshDenied`, another token, or none |
/// | `Waiting` | the server has refused the session for a reason that may pass | `retryTimerFired`, another token, or none |
/// | `Refused` | the token was refused for good, and there is no new one | another token, or none |
///
/// Each state has a ``Phase`` of the same name, except that the phase of `Connected/Fresh` is `connected`. To branch on
/// the state, compare the phase.
///
/// There is one session at a time, with one token. Before another token is used, even a token of the same user, the
/// session is closed completely. So no data of one user reaches the session of another user. If the token changes
/// several times while a session is being closed, the gate connects once, with the newest token.
///
/// Not every server enforces the expiry of a token during a session: RabbitMQ 3.10 does not. So the owner reports the
/// expiry by a timer, and the gate asks for a refresh while the session continues. If the current token is reported
/// again with another expiry, only the expiry is replaced.
///
/// ## Refusals
///
/// A server may refuse a valid token: RabbitMQ gives the same answer for a wrong password and for a limit of
/// connections. So each refusal has a ``RefusalKind``:
///
/// | Kind | First | If that does not help |
/// |---|---|---|
/// | `credentials` | a refresh, and a session with the new token | the gate is `Refused`: the user must log in |
/// | `temporary` | a wait, and a session with the same token | another wait, and so on |
/// | `unknown` | a refresh, and a session with the new token | a wait, and a session with the newest token, as if none
/// had been refused |
///
/// A refresh does not help in three cases: the new token is refused before it was ever accepted, it had been refused
/// earlier, or the store keeps its token. If the store certainly has no new token, the gate is `Refused`, whatever the
/// kind of the refusal. A refused token is not tried again before the end of a wait or a log-out. A token that was
/// refused for its `credentials` is never tried again.
///
/// ## Numbers
///
/// Tokens are numbered from 1. At the end of a wait, the token gets a new number. A session has the number of its
/// token. Each report carries the number from the effect that led to it. A report comes too late if its token was
/// replaced or refused, or its refresh is over. Such a report is dropped, and its outcome is
/// ``/StatePattern/Outcome/handled``. So a refusal of the old token does not count against the new token.
public final class TokenGate: Context<TokenGate.State> {
    /// The newest token; `nil` if no user is logged in.
    package private(set) var token: AccessToken?
    /// The number of the newest token: the number of tokens so far, plus the number of waits that have ended.
    package private(set) var number = 0
    /// The number of the latest session, even after it is closed; 0 before the first session.
    package private(set) var session = 0
    /// True from a request for a refresh of the newest token until the refresh ends or is cancelled.
    package private(set) var isRefreshing = false
    /// The kind of the newest token's refusal; `nil` if the token may be used.
    ///
    /// Set when the server refuses the token, or a refused token is reported again. Cleared by another token, and by
    /// the end of a wait.
    package private(set) var refusal: RefusalKind?
    /// The kinds of refusals, keyed by hashes of the refused tokens, so that no secret stays after a log-out.
    ///
    /// The dictionary stays small, because each new token takes a log-in or a refresh.
    private var refusals: [Int: RefusalKind]
    private var effects: [Effect] = []

    package convenience init() { self.init(refusals: [:]) }

    /// Creates a gate without a token. `refusals` are the tokens that the server has refused before.
    package init(refusals: [AccessToken: RefusalKind]) {
        self.refusals = Dictionary(uniqueKeysWithValues: refusals.map { ($0.hashValue, $1) })
        super.init(initial: LoggedOut())
    }

    /// The next step after the session is closed; `nil` unless the session is being closed.
    package var afterClosing: AfterClosing? { (state as? Closing)?.afterClosing }

    /// True while the gate is `Connecting` with a token that is the result of a refresh after a refusal.
    package var isFinalAttempt: Bool { (state as? Connecting)?.isFinalAttempt ?? false }

    /// Removes and returns the recorded effects, in order.
    package func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Reports of the owner

    // Numbered reports (see ThreeWaysToPerform.md): a request drops an outdated report, even if it had to wait.

    /// Reports the newest token, or `nil` after a log-out. The token may be the current token with another expiry.
    @discardableResult package func tokenChanged(to token: AccessToken?) -> Outcome {
        delegate(token) { state, gate, token in
            guard token == gate.token else { return state.tokenChanged(gate, to: token) }
            return token?.expiry == gate.token?.expiry ? .handled : state.expiryChanged(gate, with: token)
        }
    }

    /// Reports that the server has accepted a token. Report this again for each connection that replaces a lost one.
    @discardableResult package func connected(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.connected($1) : .handled }
    }

    /// Reports that the server has refused a session, during an attempt or later. The kind decides the next step.
    @discardableResult package func refused(_ kind: RefusalKind = .unknown, number: Int) -> Outcome {
        delegate((kind, number)) { $1.isInUse($2.1) ? $0.refused($1, $2.0) : .handled }
    }

    /// Reports that a token has expired, or is about to.
    @discardableResult package func expired(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.expired($1) : .handled }
    }

    /// Reports that a refresh has ended. Report any new token before.
    ///
    /// If the refresh returned a new token, this report is out of date, and is dropped. So it matters only if the store
    /// keeps the old token.
    @discardableResult package func refreshEnded(number: Int) -> Outcome {
        delegate(number) { $1.isCurrent($2) && $1.isRefreshing ? $0.refreshEnded($1) : .handled }
    }

    /// Reports that a refresh has ended because the store certainly has no new token.
    @discardableResult package func refreshDenied(number: Int) -> Outcome {
        delegate(number) { $1.isCurrent($2) && $1.isRefreshing ? $0.refreshDenied($1) : .handled }
    }

    /// Reports that the wait after a refusal is over.
    @discardableResult package func retryTimerFired(number: Int) -> Outcome {
        delegate(number) { $1.isCurrent($2) ? $0.retryTimerFired($1) : .handled }
    }

    /// Reports that a session is closed. This must follow ``Effect/disconnect(number:)`` even if nothing was open.
    @discardableResult package func disconnected(number: Int) -> Outcome {
        delegate(number) { $2 == $1.session ? $0.disconnected($1) : .handled }
    }
}

// MARK: - Operations for the states

extension TokenGate {
    func record(_ effect: Effect) { effects.append(effect) }

    /// Replaces the token. Reports about the old token are out of date from now on.
    ///
    /// A log-out also forgets refusals that may have had a passing reason, so that the user may log in again.
    func accept(_ token: AccessToken?) {
        if token == nil { forgetRefusals() }
        self.token = token
        refusal = token.flatMap { refusals[$0.hashValue] }
        if token != nil { number += 1 }
        cancelRefresh()
    }

    /// The next step for the newest token, once the session is closed.
    var stepAfterClosing: AfterClosing {
        if token == nil { return .logOut }
        return refusal == nil ? .connect : .refresh
    }

    /// The next step for a refused token, if a refresh does not help or is not needed.
    var stepWithoutNewToken: AfterClosing { refusal == .credentials ? .refuse : .wait }

    /// Returns the next state for the newest token, when no session is open.
    func next(isFinalAttempt: Bool = false) -> State { state(for: stepAfterClosing, isFinalAttempt: isFinalAttempt) }

    /// Returns the state that carries out a step, when no session is open.
    func state(for step: AfterClosing, isFinalAttempt: Bool = false) -> State {
        switch step {
        case .logOut: LoggedOut()
        case .connect: Connecting(isFinalAttempt: isFinalAttempt)
        case .refresh: Refreshing()
        case .wait: Waiting()
        case .refuse: Refused()
        }
    }

    /// Replaces the expiry of the token.
    func update(_ token: AccessToken?) { self.token = token }

    func isCurrent(_ number: Int) -> Bool { token != nil && number == self.number }
    /// True for the number of the current token, unless it was refused. After a refusal, only reports about a refresh
    /// or a timer count.
    func isInUse(_ number: Int) -> Bool { isCurrent(number) && refusal == nil }

    func refuse(_ kind: RefusalKind) {
        refusal = kind
        // A temporary refusal says nothing about the token.
        if let token, kind != .temporary { refusals[token.hashValue] = kind }
    }

    /// Forgets every refusal that may have had a passing reason.
    private func forgetRefusals() { refusals = refusals.filter { $0.value == .credentials } }

    /// Makes the newest token usable again, as if the server had refused no token for a passing reason.
    func startOver() {
        forgetRefusals()
        refusal = nil
        number += 1  // Reports about the previous session are out of date.
    }

    func connect() {
        guard let token else { fatalError("A session needs a token.") }
        session = number
        record(.connect(token, number: number))
    }

    /// Asks for a refresh, unless a refresh is in progress.
    func askForRefresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        record(.askForRefresh(number: number))
    }

    func endRefresh() { isRefreshing = false }

    /// Cancels the current refresh, if any.
    func cancelRefresh() {
        guard isRefreshing else { return }
        isRefreshing = false
        record(.cancelRefresh)
    }
}
