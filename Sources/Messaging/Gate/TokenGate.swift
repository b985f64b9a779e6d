import StatePattern

/// Decides which access token a session connects with, and when the session is closed.
///
/// A gate only decides, it performs nothing: it records ``Effect``s. Its owner, such as a ``SessionCoordinator``, takes
/// them after each request, carries them out, and reports their results by further requests.
///
/// ```swift
/// import Messaging
///
/// let gate = TokenGate()
/// gate.tokenChanged(to: AccessToken(user: "ada", secret: "1"))
/// gate.connected(number: 1)
/// gate.tokenChanged(to: AccessToken(user: "bob", secret: "2"))
/// for effect in gate.takeEffects() { print(effect) }
/// // Prints "connect(token of ada, number: 1)"
/// // Prints "disconnect(number: 1)"
/// gate.disconnected(number: 1)
/// for effect in gate.takeEffects() { print(effect) }
/// // Prints "connect(token of bob, number: 2)"
/// ```
///
/// | State | Meaning | Left by |
/// |---|---|---|
/// | `LoggedOut` | there is no token | a token (to `Refreshing` if it was refused before) |
/// | `Connecting` | the server has neither accepted nor refused the token | `connected`, `refused`, another token, or none |
/// | `Connected/Fresh` | the server has accepted the token | `expired`, `refused`, another token, or none |
/// | `Connected/Renewing` | the token has expired or is about to, and the token store was asked for a new one | `refreshEnded`, a new expiry of the same token, `refused`, another token, or none |
/// | `Connected/Expired` | the store has no new token; the session lasts as long as the server allows | a new expiry of the same token, `refused`, another token, or none |
/// | `Closing` | the session is being closed; ``afterClosing`` tells the next step | `disconnected` |
/// | `Refreshing` | the token was refused, and the store was asked for a new one | `refreshEnded`, another token, or none |
/// | `Refused` | the token was refused, and there is no new one | another token, or none |
///
/// Each state has a ``Phase`` of the same name, except that the phase of `Connected/Fresh` is `connected`. To branch on the
/// state, compare the ``phase``, or test the class: `gate.state is TokenGate.Refused`. The hooks of a state are public only
/// because those of its protocol are: do not call them, as that would bypass the gate.
///
/// There is one session at a time, and it has one token. Before another token is used, even one of the same user, the
/// session is closed completely, so nothing of one user reaches the session of another. If the token changes several
/// times while a session is being closed, the gate connects once, with the newest token.
///
/// A token that was refused is never tried again. Instead, the gate asks for a refresh, one at a time. It gives up if the
/// new token is refused before it was ever accepted, or had been refused earlier: otherwise the server and the issuer of
/// the tokens might keep each other busy forever. The user then has to log in.
///
/// Not every server enforces the expiry of a token during a session: RabbitMQ 3.10 does not. So the owner reports
/// it by a timer, and the gate asks for a refresh while the session goes on. A token that is reported again with another
/// expiry is still the same token; only its expiry is replaced.
///
/// ## Numbers
///
/// Tokens are numbered from 1; a session has the number of its token. Each report carries the number from the
/// effect that led to it. A report about a token that was replaced or refused, or about a refresh that is no longer under
/// way, comes too late: it is dropped, and its outcome is ``/StatePattern/Outcome/handled``. So a refusal of the old
/// token does not count against the new one.
public final class TokenGate: Context<TokenGate.State> {
    /// The newest token, or `nil` when no user is logged in.
    public private(set) var token: AccessToken?
    /// The number of the newest token: the count of all tokens so far.
    public private(set) var number = 0
    /// The number of the latest session, even when it is closed; 0 before the first.
    public private(set) var session = 0
    /// True while a refresh of the newest token is under way: from the request for it until it ends or is cancelled.
    public private(set) var isRefreshing = false
    /// The tokens that were refused. They stay few, because it takes a log-in or a refresh to get another one.
    private var refusedTokens: Set<AccessToken>
    private var effects: [Effect] = []

    /// Creates a gate without a token.
    public convenience init() { self.init(refused: []) }

    /// Creates a gate that has no token yet and already knows some refused ones.
    package init(refused: Set<AccessToken>) {
        refusedTokens = refused
        super.init(initial: LoggedOut())
    }

    /// The next step after the session is closed; `nil` unless one is being closed.
    public var afterClosing: AfterClosing? { (state as? Closing)?.afterClosing }

    /// True while the gate is `Connecting` with a token that is the result of a refresh after a refusal.
    public var isLastTry: Bool { (state as? Connecting)?.isLastTry ?? false }

    /// Returns the recorded effects in order, and forgets them.
    public func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Reports of the owner

    // Numbered reports (see ThreeWaysToPerform.md): one that is out of date is dropped inside the request, hence also when
    // the request had to wait.

    /// Reports the newest token, or `nil` if there is none; it may be the current token with another expiry.
    @discardableResult public func tokenChanged(to token: AccessToken?) -> Outcome {
        delegate(token) { state, gate, token in
            guard token == gate.token else { return state.tokenChanged(gate, to: token) }
            return token?.expiry == gate.token?.expiry ? .handled : state.expiryChanged(gate, with: token)
        }
    }

    /// Reports that the server has accepted a token. It is made again for each connection that replaces a lost one.
    @discardableResult public func connected(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.connected($1) : .handled }
    }

    /// Reports that the server has refused a token, whether the connection is still open or not.
    @discardableResult public func refused(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.refused($1) : .handled }
    }

    /// Reports that a token has expired, or is about to.
    @discardableResult public func expired(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.expired($1) : .handled }
    }

    /// Reports that a refresh has ended, after any new token has been reported.
    ///
    /// If the refresh returned a new token, this report is out of date by then, and dropped. It matters when the refresh
    /// failed or returned the old token.
    @discardableResult public func refreshEnded(number: Int) -> Outcome {
        delegate(number) { $1.isCurrent($2) && $1.isRefreshing ? $0.refreshEnded($1) : .handled }
    }

    /// Reports that a session is closed, in answer to ``Effect/disconnect(number:)`` even if nothing was open.
    @discardableResult public func disconnected(number: Int) -> Outcome {
        delegate(number) { $2 == $1.session ? $0.disconnected($1) : .handled }
    }
}

// MARK: - Operations for the states

extension TokenGate {
    func record(_ effect: Effect) { effects.append(effect) }

    /// Replaces the token; reports about the old one are out of date from now on.
    func accept(_ token: AccessToken?) {
        self.token = token
        if token != nil { number += 1 }
        cancelRefresh()
    }

    /// The next step for the newest token after the session is closed.
    var stepAfterClosing: AfterClosing {
        if token == nil { return .logOut }
        return isRefused ? .refresh : .connect
    }

    /// Returns the state for the newest token when no session is open.
    func next(isLastTry: Bool = false) -> State {
        if token == nil { return LoggedOut() }
        return isRefused ? Refreshing() : Connecting(isLastTry: isLastTry)
    }

    /// True if the server has refused the newest token; then only reports about its refresh still count.
    var isRefused: Bool { token.map(refusedTokens.contains) ?? false }

    /// Replaces the token with the same one that expires at another time.
    func update(_ token: AccessToken?) { self.token = token }

    func isCurrent(_ number: Int) -> Bool { token != nil && number == self.number }
    func isInUse(_ number: Int) -> Bool { isCurrent(number) && !isRefused }

    func refuse() { if let token { refusedTokens.insert(token) } }

    func connect() {
        guard let token else { fatalError("A session needs a token.") }
        session = number
        record(.connect(token, number: number))
    }

    /// Asks for a refresh, unless one is under way.
    func askForRefresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        record(.askForRefresh(number: number))
    }

    func endRefresh() { isRefreshing = false }

    /// Cancels the refresh, if one is under way.
    func cancelRefresh() {
        guard isRefreshing else { return }
        isRefreshing = false
        record(.cancelRefresh)
    }
}
