import CheckoutFlow
import CheckoutModules
import Foundation
import Messaging

/// A service that admits a reader as long as there is a valid token, and gives them the session of its coordinator.
///
/// It owns the ``/Messaging/SessionCoordinator``: the session comes from there, and goes with the reader to the flows. A token
/// that expires is renewed without anything else in the app taking notice. One that is refused for good ends the
/// log-in, and not the session: what was not sent waits for the same reader.
public final class SessionAccountService: AccountService {
    /// Connects, renews and ends the session.
    public let sessions: SessionCoordinator
    private let server: BookshopServer
    private let store: InMemoryTokenStore

    private weak var account: Account?
    /// The session that the reader has logged out of; the coordinator ends it in a moment.
    private weak var ended: MessagingSession?
    private var logIn: Task<Void, Never>?
    private var reports: [Task<Void, Never>] = []

    /// Creates a service that does nothing until an account starts it.
    public init(_ server: BookshopServer) {
        self.server = server
        store = InMemoryTokenStore(renew: server.renewToken)
        let device = UUID().uuidString
        sessions = SessionCoordinator(store: store, configuration: server.times) { user in
            server.makeSession(of: user, on: device)
        }
    }

    deinit { for task in reports + [logIn].compactMap({ $0 }) { task.cancel() } }

    public func start(reportingTo account: Account) {
        self.account = account
        reports = [
            Task { [weak self, sessions] in
                await sessions.start()
                for await _ in sessions.phases { self?.report() }
            },
            // The phase may be the same with another session.
            Task { [weak self, sessions] in for await _ in sessions.sessions { self?.report() } },
        ]
    }

    public func logIn(as name: String) {
        logIn?.cancel()
        logIn = Task { [weak self, store, server] in
            do {
                let token = try await server.issueToken(name)
                if !Task.isCancelled { store.replace(with: token) }
            } catch {
                self?.account?.logInFailed("\(error)")
            }
        }
    }

    public func logOut() {
        logIn?.cancel()
        ended = sessions.session
        store.replace(with: nil)
    }

    public func enterBackground() { Task { [sessions] in await sessions.suspend() } }
    public func enterForeground() { Task { [sessions] in await sessions.resume() } }

    public func stop() async {
        for task in reports { task.cancel() }
        logIn?.cancel()
        await sessions.stop()
    }

    /// Reports what holds now, which may be newer than the event that it follows.
    private func report() {
        guard let account else { return }
        guard let session = sessions.session, session !== ended else {
            account.left()
            return
        }
        if sessions.phase == .refused {
            account.refused()
        } else if account.reader?.session !== session {
            account.admitted(makeReader(with: session))
        }
    }

    private func makeReader(with session: MessagingSession) -> Reader {
        Reader(session.user, session: session) { [store, server] in
            Checkout(
                members: TokenMembers(store: store), payments: server.payments,
                notifications: SessionNotifications(session: session))
        }
    }
}

/// Admits those to the checkout who have a token.
private struct TokenMembers: MemberService {
    let store: any TokenStore

    func logIn(_ credentials: Credentials) async throws {
        guard await store.token?.user == credentials.name else {
            throw ServiceError("there is no token of \(credentials.name)")
        }
    }
}
