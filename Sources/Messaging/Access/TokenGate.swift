import STOMP
import StatePattern

/// Decides with which access token there is a session, if with any.
///
/// A gate decides and performs nothing: what is to be carried out it records as ``Effect``s, which its owner takes after
/// each request. What comes of them the owner reports as requests.
///
/// ```swift
/// import Messaging
/// import STOMP
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
/// | `LoggedOut` | there is no token | a token; by one that was refused before, to `Refreshing` |
/// | `Connecting` | the server has not answered to the token yet | `connected`, `refused`, another token, or none |
/// | `Connected/Fresh` | the server has accepted the token | `expired`, `refused`, another token, or none |
/// | `Connected/Renewing` | the token has expired, and another one was asked for | `refreshEnded`, another expiry, and as above |
/// | `Connected/Expired` | that was in vain; the session stays as long as the server lets it | as above |
/// | `Closing` | the session is being closed; what was wished for last comes next | `disconnected` |
/// | `Refreshing` | the token was refused, and another one was asked for | `refreshEnded`, another token, or none |
/// | `Refused` | that was in vain, too | another token, or none |
///
/// A ``Phase`` is named for its state: `connected`, `renewing` and `expired` for those in `Connected`. To decide
/// something, ask for the ``phase``, or for the class of the state: `gate.state is TokenGate.Refused`. A state's hooks are
/// public because its protocol's are; to call one from outside bypasses the gate.
///
/// There is one session at a time, and it has one token: before another token is used, or the same user's next one, the
/// session is closed to its end, so nothing of one user reaches the session of another one. However often the token
/// changes meanwhile, the newest one is connected with, once.
///
/// A token that was refused is never tried again, whoever brings it and whatever was between. The gate asks for a refresh,
/// one at a time. If the refreshed token is refused as well, before it was ever accepted, or was refused before, the gate
/// asks for no more, or the two servers would keep each other busy without end: what helps then is a token from elsewhere, as
/// after a log-in.
///
/// Not every server enforces the expiry of a token during a session: RabbitMQ 3.10 does not. So the gate has it told by the
/// owner's clock, and asks for a refresh while the session goes on. A token that comes again with another expiry is the same
/// one, which from now on expires then.
///
/// ## Numbers
///
/// Tokens are numbered from 1; a session has the number of its token. Each report carries the number of what it is about,
/// as the effect that led to it did. A report about a token that was replaced or refused, or about a refresh that is not
/// under way, comes too late: it is dropped, and its outcome is ``/StatePattern/Outcome/handled``. So a refusal of the old
/// token does not count against the new one.
public final class TokenGate: Context<TokenGate.State> {
    /// The newest token, or `nil` when nobody is logged in.
    public private(set) var token: AccessToken?
    /// How many tokens there have been, which is the number of the newest one.
    public private(set) var number = 0
    /// The number of the latest session, which may be closed.
    public private(set) var session = 0
    /// A refresh of the newest token is under way.
    public private(set) var isRefreshing = false
    /// All that were refused; few, as each of them takes a log-in or a refresh.
    private var refusedTokens: Set<AccessToken>
    private var effects: [Effect] = []

    /// Makes a gate without a token.
    public convenience init() { self.init(refused: []) }

    /// Makes a gate without a token that knows of such as were refused.
    package init(refused: Set<AccessToken>) {
        refusedTokens = refused
        super.init(initial: LoggedOut())
    }

    /// What comes after the session that is being closed; `nil` if none is.
    public var wish: Wish? { (state as? Closing)?.wish }

    /// Whether the gate is `Connecting` with a token that came of a refresh after a refusal.
    public var isLastTry: Bool { (state as? Connecting)?.isLastTry ?? false }

    /// Hands over what is to be carried out, in order, and forgets it.
    public func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: What the owner reports

    // Numbered reports (see ThreeWaysToPerform.md): one that is out of date is dropped inside the request, hence also when
    // the request had to wait.

    /// Reports the newest token, or that there is none; the one that the gate has already may expire at another time.
    @discardableResult public func tokenChanged(to token: AccessToken?) -> Outcome {
        delegate(token) { state, gate, token in
            guard token == gate.token else { return state.tokenChanged(gate, to: token) }
            return token?.expiry == gate.token?.expiry ? .handled : state.expiryChanged(gate, with: token)
        }
    }

    /// Reports that the server has accepted a token; once more, when a connection was lost and has come back.
    @discardableResult public func connected(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.connected($1) : .handled }
    }

    /// Reports that the server has refused a token, whether the connection still stands or not.
    @discardableResult public func refused(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.refused($1) : .handled }
    }

    /// Reports that a token has expired, or is about to.
    @discardableResult public func expired(number: Int) -> Outcome {
        delegate(number) { $1.isInUse($2) ? $0.expired($1) : .handled }
    }

    /// Reports that a refresh has ended, and that another token, if there was any, has been reported before.
    ///
    /// So a refresh that came to anything is out of date by now. What is left are those that failed, and those that answered
    /// the token that there was.
    @discardableResult public func refreshEnded(number: Int) -> Outcome {
        delegate(number) { $1.isCurrent($2) && $1.isRefreshing ? $0.refreshEnded($1) : .handled }
    }

    /// Reports that nothing of a session is left; where nothing was, this is the answer to ``Effect/disconnect(number:)``, too.
    @discardableResult public func disconnected(number: Int) -> Outcome {
        delegate(number) { $2 == $1.session ? $0.disconnected($1) : .handled }
    }
}

// MARK: - What the states do with their gate

extension TokenGate {
    func record(_ effect: Effect) { effects.append(effect) }

    /// Puts a token, or none, in place of the one there was; whatever is reported of that is out of date from now on.
    func accept(_ token: AccessToken?) {
        self.token = token
        if token != nil { number += 1 }
        cancelRefresh()
    }

    /// What is to come of a token that was accepted, while something is open.
    var wishForToken: Wish {
        if token == nil { return .logOut }
        return isRefused ? .refresh : .connect
    }

    /// What is to come of it, when nothing is open.
    func next(isLastTry: Bool = false) -> State {
        if token == nil { return LoggedOut() }
        return isRefused ? Refreshing() : Connecting(isLastTry: isLastTry)
    }

    /// The server has refused the newest token; but for a refresh, nothing more is to be heard of it.
    var isRefused: Bool { token.map(refusedTokens.contains) ?? false }

    /// Takes note of when the token expires.
    func update(_ token: AccessToken?) { self.token = token }

    func isCurrent(_ number: Int) -> Bool { token != nil && number == self.number }
    func isInUse(_ number: Int) -> Bool { isCurrent(number) && !isRefused }

    func refuse() { if let token { refusedTokens.insert(token) } }

    func connect() {
        guard let token else { fatalError("A session needs a token.") }
        session = number
        record(.connect(token, number: number))
    }

    /// Asks for another token, unless that is under way.
    func askForRefresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        record(.askForRefresh(number: number))
    }

    func endRefresh() { isRefreshing = false }

    /// Gives a refresh up that is of no use any more, if one is under way.
    func cancelRefresh() {
        guard isRefreshing else { return }
        isRefreshing = false
        record(.cancelRefresh)
    }
}
