import STOMP
import AsyncPrimitives
import Foundation
import Sockets
import StatePattern

/// Keeps a session for the logged-in part of an app: connected whenever there is a token, and the same one for every screen.
///
/// ```swift
/// import Messaging
///
/// func follow(_ coordinator: Coordinator) async {
///     await coordinator.start()
///     for await session in coordinator.sessions {
///         if let session { print("Screens of \(session.user) get this one.") } else { print("Nobody is logged in.") }
///     }
/// }
/// ```
///
/// A coordinator carries out what a ``TokenGate`` decides:
/// - There is a session from the moment on that somebody is logged in until somebody else is, or nobody. Screens may
///   subscribe and send before it is connected. It outlives all tokens and connections of its user.
/// - Nothing connects without a token. Another token of the same user leads to another connection.
/// - With a log-out the session ends: its subscriptions do, at once, and what the server has not acknowledged is given up when
///   the connection is closed. The session of another user is another one, and connects when nothing is left of the one
///   before.
/// - A token that the server has refused is not shown again. The store is asked for another one, and also when a token is
///   about to expire. There is a request at a time, as long as the store keeps to its time: the next one waits for one that
///   was given up, but no longer than the store has to answer. Who goes on after that may still do so during the next one.
///   If the store says with an ``/Sockets/AuthenticationError`` that there is no token, it takes a log-in. After any other
///   error, as when nobody could be reached, and when there is no answer in time, it is asked again: after a wait that grows
///   each time, until there is an answer, or the token changes otherwise.
/// - A connection that was lost comes back by itself, with the token there is.
/// - While the coordinator is suspended nothing is open, as for an app in the background: see ``suspend()``.
///
/// A coordinator that nobody holds any more ends its session, whoever else holds that.
public actor Coordinator {
    let store: any TokenStore
    let renewalLead: Duration
    let refreshBackoff: Backoff
    let refreshTimeout: Duration
    let minimumWait: Duration
    let clock: AnyClock
    let now: @Sendable () -> Date
    private let makeSession: @Sendable (_ user: String) -> MessagingSession

    nonisolated private let currentSession = CurrentValue<MessagingSession?>(nil)
    nonisolated private let currentPhase = CurrentValue(TokenGate.Phase.loggedOut)

    let gate = TokenGate()
    /// Whom the session was made for, as the token spells it.
    private var user: String?
    /// With which token, of which number, the gate wants a connection, if it does.
    var connection: (token: AccessToken, number: Int)?
    /// No connection is opened, whatever the gate wants.
    var isSuspended = false
    private var watching: ScopedTask?
    /// Hears what becomes of a connection.
    var listening: ScopedTask?
    var timer: ScopedTask?
    var refreshing: ScopedTask?
    /// Asks the store, within a bound.
    var request: ScopedTask?
    var requestTimer: ScopedTask?
    /// What the store says to what it was asked last, in time or never.
    var answer: Promise<Void>?
    /// How long the user's next token is used at the least; grows with each one in a row that arrives expired.
    var leastUse: Duration
    /// What was begun last of what is done to sessions, one thing after the other.
    private(set) var work: Task<Void, Never>?
    /// How many times somebody has begun to ask for the store's token, and the latest of these whose answer counted.
    private var lookCount = 0
    private var latestLook = 0

    /// Makes a coordinator that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - store: Knows the token.
    ///   - renewalLead: How long before its expiry a token is renewed; of one that lives less than twice as long, half of
    ///     its life.
    ///   - minimumWait: How long a token is used at the least before it is renewed. Some arrive expired, as by a clock that
    ///     is ahead: for each of them in a row that doubles, up to an hour; it begins anew with another user.
    ///   - refreshBackoff: How long to wait before the store is asked again, when nobody has answered.
    ///   - refreshTimeout: How long the store has to answer, before it counts as not having done so.
    ///   - clock: What times are measured with.
    ///   - now: The time of day, by which tokens expire.
    ///   - session: Makes the session of a user, which is not connected yet.
    public init(
        store: any TokenStore, renewalLead: Duration = .seconds(30), minimumWait: Duration = .seconds(5),
        refreshBackoff: Backoff = Backoff(), refreshTimeout: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        session: @escaping @Sendable (_ user: String) -> MessagingSession
    ) {
        self.store = store
        self.renewalLead = renewalLead
        self.minimumWait = minimumWait
        leastUse = minimumWait
        self.refreshBackoff = refreshBackoff
        self.refreshTimeout = refreshTimeout
        self.now = now
        self.clock = AnyClock(clock)
        makeSession = session
    }

    deinit {
        guard let session = currentSession.value else { return }
        Task { [work] in
            await session.mute()
            await work?.value
            await session.end()
        }
    }

    /// The session to hand to screens, or `nil` when nobody is logged in.
    nonisolated public var session: MessagingSession? { currentSession.value }

    /// The session to hand to screens, and each that comes, for one more consumer; a slow one gets the newest.
    ///
    /// The sequence ends when the coordinator is gone.
    nonisolated public var sessions: AsyncStream<MessagingSession?> { currentSession.values }

    /// What state the coordinator is in.
    nonisolated public var phase: TokenGate.Phase { currentPhase.value }

    /// What state the coordinator is in, and each that comes, for one more consumer; a slow one gets the newest.
    nonisolated public var phases: AsyncStream<TokenGate.Phase> { currentPhase.values }

    /// Begins to follow the store, if that has not begun.
    public func start() {
        guard watching == nil else { return }
        watching = ScopedTask { [weak self, store] in
            // The tokens of the stream say when to look, and no more: one that has been on its way for a while could
            // come after a newer one that was looked up.
            for await _ in await store.tokens() {
                let look = await self?.beginLook()
                let token = await store.token
                await self?.endLook(look, token)
            }
        }
    }

    /// Ends the session as a log-out does, and follows the store no longer.
    ///
    /// Nothing is open after this has returned, which takes no longer than closing a connection may.
    public func stop() async {
        watching = nil
        latestLook = lookCount
        report { $0.tokenChanged(to: nil) }
        await work?.value
    }

    // MARK: What is reported to the gate

    /// Begins to ask for the store's token, which who does so does not hold the coordinator for.
    ///
    /// - Returns: The number of the look, or `nil` if the store is not followed any more.
    func beginLook() -> Int? {
        guard watching != nil else { return nil }
        lookCount += 1
        return lookCount
    }

    /// Reports a token, unless another one that was asked for later has been reported before.
    func endLook(_ look: Int?, _ token: AccessToken?) {
        guard let look, look > latestLook else { return }
        latestLook = look
        report { $0.tokenChanged(to: token) }
    }

    /// Makes a request, and carries out what the gate wants to be done.
    func report(_ request: (TokenGate) -> Outcome) {
        _ = request(gate)
        provideSession()
        for effect in gate.takeEffects() { carryOut(effect) }
        let phase = gate.phase
        currentPhase.update(to: phase) { $0 != phase }
    }

    /// Makes a request on behalf of a task, unless that was given up while it waited for its turn here.
    ///
    /// The gate cannot tell: a token keeps its number when it comes with another expiry.
    func reportUnlessCancelled(_ request: (TokenGate) -> Outcome) {
        if !Task.isCancelled { report(request) }
    }

    /// Makes sure that there is a session of the user who is logged in, and of nobody else.
    private func provideSession() {
        guard user != gate.token?.user else { return }
        user = gate.token?.user
        leastUse = minimumWait
        if let session {
            listening = nil
            Task { await session.mute() }  // At once, whatever else is under way.
            enqueue { await session.end() }
        }
        currentSession.update(to: gate.token.map { makeSession($0.user) })
    }

    /// Does something to sessions when everything before it has been done.
    ///
    /// Nobody is connected before the one before is disconnected, and nothing here waits for that.
    @discardableResult func enqueue(_ step: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let step = Task { [work] in
            await work?.value
            await step()
        }
        work = step
        return step
    }
}
