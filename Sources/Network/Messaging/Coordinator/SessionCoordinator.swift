import AsyncPrimitives
import Foundation
import STOMP
import Sockets
import StatePattern

/// The owner of an app's session. All screens share the session, which is connected while there is a token.
///
/// ```swift
/// import Messaging
///
/// func follow(_ coordinator: SessionCoordinator) async {
///     await coordinator.start()
///     for await session in coordinator.sessions {
///         if let session { print("Screens of \(session.user) get this one.") } else { print("No user is logged in.") }
///     }
/// }
/// ```
///
/// A coordinator carries out the decisions of a ``TokenGate``:
/// 1. A session lasts from the log-in of a user until the log-out, or the log-in of another user. Screens may subscribe
///    and send before it is connected. It outlives all tokens and connections of its user.
/// 2. Nothing connects without a token. A new token of the same user leads to a new connection.
/// 3. A log-out ends the session: its subscriptions at once, its unacknowledged messages when the connection is closed.
///    Another user gets another session, which connects when the previous session is closed.
/// 4. The coordinator asks the store for a new token when the server has refused a token, and when a token is about to
///    expire. If the server refuses the new token as well, the reason may pass: the coordinator connects again after a
///    wait that grows each time, by ``Configuration/refusalBackoff``. Until then it sends no refused token again.
///    ``Configuration/refusalKind`` may decide that the token is certainly the reason, or certainly not; see
///    ``TokenGate``.
/// 5. At most one request to the store runs at a time. If a request exceeds `refreshTimeout`, the next request starts
///    although the store may still work on the old one.
/// 6. An ``/Sockets/AuthenticationError`` of the store means that the user must log in. After any other error or a
///    timeout, the coordinator asks again, after waits that grow, until the store answers or has another token.
/// 7. A lost connection is restored automatically, with the current token.
/// 8. While the coordinator is suspended, such as for an app in the background, no connection is open: see
///    ``suspend()``.
/// 9. While the device has no network, no connection is open either. When the app reports a network, the coordinator
///    connects at once: see ``networkIsGone()`` and ``networkIsBack()``.
///
/// Releasing a coordinator ends its session, even if screens still hold the session.
public actor SessionCoordinator {
    let store: any TokenStore
    let configuration: Configuration
    let clock: AnyClock
    let now: @Sendable () -> Date
    private let makeSession: @Sendable (_ user: String) -> MessagingSession

    nonisolated private let currentSession = CurrentValue<MessagingSession?>(nil)
    nonisolated private let currentPhase = CurrentValue(TokenGate.Phase.loggedOut)

    let gate = TokenGate()
    /// The user of the current session, in the spelling of the token.
    private var user: String?
    /// The task that follows the store's tokens; `nil` before `start()` and after `stop()`.
    private var watching: ScopedTask?
    var lookups = LookupSequence()
    var desired = DesiredConnection()
    var refresh = RefreshTasks()
    var timing: Timing
    /// The last operation in the serial queue of session operations.
    private(set) var lastOperation: Task<Void, Never>?

    /// Creates a coordinator that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - store: The store of the token.
    ///   - configuration: Times of refreshes, requests and retries, and the judgment of refusals.
    ///   - clock: The clock that measures times.
    ///   - now: Returns the current date, for the expiry of tokens.
    ///   - session: Creates a session of a user, which is not connected; called for each log-in.
    public init(
        store: any TokenStore, configuration: Configuration = Configuration(),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        session: @escaping @Sendable (_ user: String) -> MessagingSession
    ) {
        configuration.check()
        self.store = store
        self.configuration = configuration
        self.clock = AnyClock(clock)
        self.now = now
        timing = Timing(configuration)
        makeSession = session
    }

    deinit {
        guard let session = currentSession.value else { return }
        Task { [lastOperation] in
            await session.mute()
            await lastOperation?.value
            await session.end()
        }
    }

    /// The session for screens; `nil` if no user is logged in.
    nonisolated public var session: MessagingSession? { currentSession.value }

    /// A new sequence of the current session and all later sessions; a slow consumer gets the newest.
    ///
    /// The sequence ends when the coordinator is gone.
    nonisolated public var sessions: AsyncStream<MessagingSession?> { currentSession.values }

    /// The phase of the coordinator's gate.
    nonisolated public var phase: TokenGate.Phase { currentPhase.value }

    /// A new sequence of the current phase and all later phases; a slow consumer gets the newest.
    nonisolated public var phases: AsyncStream<TokenGate.Phase> { currentPhase.values }

    /// Waits until the coordinator's gate is in a phase.
    ///
    /// The wait may miss a phase that is replaced at once.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first, or the coordinator is gone.
    nonisolated(nonsending) public func wait(for phase: TokenGate.Phase) async throws {
        _ = try await currentPhase.first { $0 == phase }
    }

    /// Waits until the current session, or `nil` while no user is logged in, meets a condition.
    ///
    /// - Returns: The first session that meets the condition; `nil` if no user is logged in.
    /// - Throws: `CancellationError` if the task is cancelled first, or the coordinator is gone.
    @discardableResult nonisolated(nonsending) public func waitForSession(
        where condition: (MessagingSession?) -> Bool = { $0 != nil }
    ) async throws -> MessagingSession? {
        try await currentSession.first(where: condition)
    }

    /// Calls `body` with `object` after each request that the coordinator's ``TokenGate`` has answered, while `object`
    /// lives.
    ///
    /// This is for a log or an inspector. The coordinator calls `body` in its isolation domain, and waits for it.
    public func observeRequests<Object: AnyObject & Sendable>(
        for object: Object, _ body: @escaping @Sendable (_ object: Object, _ record: TokenGate.RequestRecord) -> Void
    ) {
        gate.observeRequests(for: object) { object, _, record in body(object, record) }
    }

    /// Begins to follow the store's tokens. A second call has no effect.
    public func start() {
        guard watching == nil else { return }
        watching = ScopedTask { [weak self, store] in
            // The stream only signals a change. Its tokens could be older than a token that was looked up before.
            for await _ in await store.tokens() {
                let lookup = await self?.beginLookup()
                let token = await store.token
                await self?.endLookup(lookup, token)
            }
        }
    }

    /// Ends the session as a log-out does, and stops following the store.
    ///
    /// The connection is closed when this returns. The call takes no longer than closing a connection may take.
    public func stop() async {
        watching = nil
        lookups.discard()
        report { $0.tokenChanged(to: nil) }
        await lastOperation?.value
    }

    // MARK: Reports to the gate

    /// Starts a lookup of the store's token. A caller that waits for the store must not retain the coordinator.
    ///
    /// - Returns: The number of the lookup; `nil` if the store is no longer followed.
    func beginLookup() -> Int? { watching == nil ? nil : lookups.begin() }

    /// Reports the token that a lookup has found, unless the lookup is out of date.
    func endLookup(_ number: Int?, _ token: AccessToken?) {
        guard let number, lookups.accept(number) else { return }
        report { $0.tokenChanged(to: token) }
    }

    /// Makes a request to the gate, and carries out the gate's effects.
    func report(_ request: (TokenGate) -> Outcome) {
        _ = request(gate)
        replaceSessionIfUserChanged()
        for effect in gate.takeEffects() { carryOut(effect) }
        let phase = gate.phase
        if phase == .connected { timing.tokenAccepted() }
        currentPhase.update(to: phase) { $0 != phase }
    }

    /// Makes a request to the gate, unless the current task was cancelled while it waited for the actor.
    ///
    /// The gate cannot recognize that such a report is out of date: a token keeps its number when its expiry changes.
    func reportUnlessCancelled(_ request: (TokenGate) -> Outcome) {
        if !Task.isCancelled { report(request) }
    }

    private func replaceSessionIfUserChanged() {
        guard user?.onWire != gate.token?.userOnWire else { return }
        user = gate.token?.user
        timing.userChanged()
        if let session {
            desired.listening = nil
            Task { await session.mute() }  // Not queued, so that no operation in progress delays it.
            enqueue { await session.end() }
        }
        let session = user.map(makeSession)
        session?.claim()
        currentSession.update(to: session)
    }

    /// Appends an operation to the serial queue of session operations.
    ///
    /// The queue makes a user's connection open after the previous user's is closed, and the coordinator does not wait.
    @discardableResult func enqueue(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let next = Task { [lastOperation] in
            await lastOperation?.value
            await operation()
        }
        lastOperation = next
        return next
    }
}
