import CheckoutFlow
import Foundation
import InMemoryServices
import Messaging
import NetworkTestSupport
import SampleApp
import Sockets
import Synchronization

/// The bookshop's server around a RabbitMQ: its tokens are the passwords of users that RabbitMQ knows.
final class RabbitMQShop: StoryServer {
    let payments = InMemoryPayments()
    private(set) var server: BookshopServer
    private let broker: RabbitMQ
    private let issuer: PasswordIssuer

    init(_ broker: RabbitMQ) {
        let issuer = PasswordIssuer(broker)
        (self.broker, self.issuer) = (broker, issuer)
        server = BookshopServer(brokers: [broker.url]) { try await issuer.logIn($0) }
        server.refreshToken = { try await issuer.refresh($0) }
        server.payments = payments
        // A token takes a call of `rabbitmqctl`, which starts a virtual machine: on a busy computer, half a minute.
        server.callLimit = .seconds(3600)
        server.times.refreshTimeout = .seconds(3600)
        // A broker that is starting refuses everyone.
        server.times.refusalBackoff = Backoff(initial: .milliseconds(100), maximum: .milliseconds(300))
        server.presenceInterval = .seconds(1)
        server.backoff = Backoff(initial: .milliseconds(100), maximum: .milliseconds(300))
        server.times.refreshLead = .zero
        server.times.minimumUse = .milliseconds(500)
    }

    func tokenCount(of name: String) -> Int { issuer.count(of: name) }
    func expireNextToken(after time: Duration) { issuer.expireNext(after: time / .seconds(1)) }

    func revokeTokens(of name: String) async throws { try await issuer.revoke(name) }

    func breakDown() async throws {  // A queue gets messages before its binding is on the disk, which the story needs.
        try await broker.control("eval", "mnesia:sync_log().")
        try await broker.kill()
    }
    func comeBack() async throws { try await broker.start() }
}

/// Issues passwords as tokens; only the newest one of a user is valid.
private actor PasswordIssuer {
    private struct State {
        var counts: [String: Int] = [:]
        var revoked: Set<String> = []
        var life: TimeInterval?
    }

    private let broker: RabbitMQ
    nonisolated private let state = Mutex(State())

    init(_ broker: RabbitMQ) { self.broker = broker }

    nonisolated func count(of name: String) -> Int { state.withLock { $0.counts[name] ?? 0 } }
    nonisolated func expireNext(after life: TimeInterval) { state.withLock { $0.life = life } }

    func logIn(_ name: String) async throws -> AccessToken {
        state.withLock { _ = $0.revoked.remove(name) }
        return try await issue(name)
    }

    func refresh(_ old: AccessToken) async throws -> AccessToken {
        if state.withLock({ $0.revoked.contains(old.user) }) { throw AuthenticationError("the log-in was ended") }
        return try await issue(old.user)
    }

    func revoke(_ name: String) async throws {
        state.withLock { _ = $0.revoked.insert(name) }
        // `close_all_user_connections` does not close those of the web STOMP plugin.
        let closing = #"[exit(element(6, C), kill) || C <- rabbit_connection_tracking:list_of_user(<<"\#(name)">>)]"#
        try await call("change_password", name, UUID().uuidString, and: closing)
    }

    /// Passes a password to a function of the server's users, and evaluates a term: a command would start one more
    /// virtual machine.
    private func call(_ function: String, _ name: String, _ secret: String, and term: String = "ok") async throws {
        let arguments = #"<<"\#(name)">>, <<"\#(secret)">>, <<"test">>"#
        try await broker.control("eval", "rabbit_auth_backend_internal:\(function)(\(arguments)), \(term).")
    }

    private func issue(_ name: String) async throws -> AccessToken {
        let secret = UUID().uuidString
        if count(of: name) == 0 {
            let all = #"<<".*">>, <<".*">>, <<".*">>"#
            let permissions = #"set_permissions(<<"\#(name)">>, <<"/">>, \#(all), <<"test">>)"#
            try await call("add_user", name, secret, and: "rabbit_auth_backend_internal:\(permissions)")
        } else {
            try await call("change_password", name, secret)
        }
        let life = state.withLock { state in
            state.counts[name, default: 0] += 1
            return state.life.take()
        }
        return AccessToken(user: name, secret: secret, expiry: life.map { Date(timeIntervalSinceNow: $0) })
    }
}
