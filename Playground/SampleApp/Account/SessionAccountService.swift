import CheckoutFlow
import CheckoutModules
import Foundation
import Messaging
import Sockets

/// A service that admits a reader while there is a valid token. The reader gets the session of its coordinator.
///
/// The service owns the ``/Messaging/SessionCoordinator``, which makes the session; the flows get the session with the
/// reader. When an expired token is refreshed, the rest of the app does not notice. If no valid token is left, the
/// log-in ends, but the session does not: unsent messages wait for the same reader.
public final class SessionAccountService: AccountService {
    /// The coordinator that connects, refreshes and ends the session.
    public let sessions: SessionCoordinator
    private let server: BookshopServer
    private let records: ShopRecords
    private let observers: MachineObservers
    private let store: InMemoryTokenStore

    private weak var account: Account?
    /// The session of the reader who has logged out, until the coordinator has ended it.
    private weak var ended: MessagingSession?
    /// The task that asks for a token, and the task that limits its time; empty if no log-in is in progress.
    private var logIn: [Task<Void, Never>] = []
    private var reports: [Task<Void, Never>] = []

    /// Creates a service that does nothing until an account starts it.
    ///
    /// - Parameters:
    ///   - server: The server of the bookshop.
    ///   - records: The records that this device keeps.
    ///   - observers: The observers of all machines of each reader.
    public init(
        _ server: BookshopServer, records: ShopRecords = ShopRecords(), observers: MachineObservers = MachineObservers()
    ) {
        self.server = server
        self.records = records
        self.observers = observers
        store = InMemoryTokenStore(refresh: server.refreshToken)
        let device = UUID().uuidString
        sessions = SessionCoordinator(store: store, configuration: server.times) { user in
            server.makeSession(of: user, on: device)
        }
    }

    deinit { for task in reports + logIn { task.cancel() } }

    public func start(reportingTo account: Account) {
        self.account = account
        reports = [
            Task { [weak self, sessions, observers] in
                guard !Task.isCancelled else { return }
                await observers.follow(sessions)
                await sessions.start()
                for await _ in sessions.phases { self?.report() }
            },
            // A new session may come without a change of the phase.
            Task { [weak self, sessions] in for await _ in sessions.sessions { self?.report() } },
        ]
    }

    public func logIn(as name: String) {
        endLogIn()
        logIn = [
            Task { [weak self, weak ended, server, sessions] in
                guard !Task.isCancelled else { return }
                let result: Result<AccessToken, any Error>
                do {
                    let token = try await server.issueToken(name)
                    // Wait until the coordinator has noticed the log-out. Until then, a token would continue the old
                    // session.
                    if let ended { try await sessions.waitForSession { $0 !== ended } }
                    result = .success(token)
                } catch {
                    result = .failure(error)
                }
                if !Task.isCancelled { self?.logInEnded(with: result) }
            },
            Task { [weak self, limit = server.callLimit, clock = server.clock] in
                guard (try? await clock.sleep(for: limit)) != nil, !Task.isCancelled else { return }
                self?.logInEnded(with: .failure(ServiceError("no answer within \(limit)")))
            },
        ]
    }

    /// Stores the issued token, or reports why no token was issued.
    private func logInEnded(with result: Result<AccessToken, any Error>) {
        endLogIn()
        do {
            let token = try result.get()
            // The coordinator would not use a refused token again. No report would follow, so the log-in fails here.
            if sessions.phase == .refused, token == store.token {
                throw AuthenticationError("the server has refused this token")
            }
            store.replace(with: token)
        } catch {
            account?.logInFailed("\(error)")
        }
    }

    public func cancelLogIn() {
        // If the token is stored already, the account still waits for the session, and a log-out is necessary.
        if logIn.isEmpty { logOut() } else { endLogIn() }
    }

    private func endLogIn() {
        for task in logIn { task.cancel() }
        logIn = []
    }

    public func logOut() {
        endLogIn()
        ended = sessions.session
        store.replace(with: nil)
    }

    public func enterBackground() { Task { [sessions] in await sessions.suspend() } }
    public func enterForeground() { Task { [sessions] in await sessions.resume() } }

    public func stop() async {
        for task in reports { task.cancel() }
        endLogIn()
        await sessions.stop()
    }

    /// Reports the current situation. It may be newer than the event that led to this call.
    private func report() {
        guard let account else { return }
        // Without a token, the session is a remainder of a cancelled log-in or a log-out.
        guard store.token != nil, let session = sessions.session, session !== ended else {
            account.left()
            return
        }
        if sessions.phase == .refused {
            // While a log-in is in progress, the refusal is still about the previous token.
            if logIn.isEmpty { account.refused() }
        } else if account.reader?.session !== session {
            account.admitted(makeReader(with: session))
        }
    }

    private func makeReader(with session: MessagingSession) -> Reader {
        Reader(session.user, session: session, records: records, observers: observers) { [store, server] saved, save in
            Checkout(
                members: TokenMembers(store: store), payments: server.payments,
                notifications: SessionNotifications(session: session), within: server.callLimit,
                notificationsWithin: server.noticeLimit, retrying: server.retryDelays, clock: server.clock,
                resuming: saved, save: save)
        }
    }
}

/// Lets a reader log in to the checkout if there is a token with their name.
private struct TokenMembers: MemberService {
    let store: any TokenStore

    func logIn(_ credentials: Credentials) async throws {
        guard await store.token?.user == credentials.name else {
            throw ServiceError("there is no token of \(credentials.name)")
        }
    }
}
