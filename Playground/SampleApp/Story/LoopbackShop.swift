import CheckoutFlow
import Foundation
import LoopbackBroker
import Messaging
import Sockets
import Synchronization

/// The server of the bookshop in this program: a broker, an issuer of tokens, and a bank, each with faults on demand.
public final class LoopbackShop: StoryServer {
    public let payments: InMemoryPayments
    public let server: BookshopServer
    /// The faults in the delivery of a new token to its reader.
    public let tokenFaults = FaultInjector()
    /// The broker, which counts connections and can show further faults.
    public let broker: LoopbackBroker
    private let issuer: TokenIssuer
    private let expiry: Expiry
    private var isDown = false

    /// Starts the server, with a broker on a free port.
    ///
    /// - Parameter payments: The bank.
    /// - Throws: A `TransportError` if the broker cannot listen.
    public init(payments: InMemoryPayments = InMemoryPayments()) throws {
        self.payments = payments
        let (issuer, expiry) = (TokenIssuer(), Expiry())
        (self.issuer, self.expiry) = (issuer, expiry)
        broker = LoopbackBroker { issuer.admits($0, $1) }
        let url = URL(string: "ws://127.0.0.1:\(try broker.start())/ws")!
        var server = BookshopServer(brokers: [url]) { [tokenFaults] name in
            try await tokenFaults.pass()
            return issuer.issue(for: name, expiringAfter: expiry.take())
        }
        server.refreshToken = { old in
            guard issuer.refreshes(old.user) else { throw AuthenticationError("the log-in of \(old.user) was ended") }
            return issuer.issue(for: old.user)
        }
        server.payments = payments
        server.presenceInterval = nil  // The broker sees which clients are gone.
        server.backoff = Backoff(initial: .milliseconds(100), maximum: .milliseconds(300))
        server.retryDelays = RetryDelays(initial: .milliseconds(100))
        server.times.refreshLead = .zero
        server.times.minimumUse = .milliseconds(500)
        self.server = server
    }

    public func tokenCount(of name: String) -> Int { issuer.count(of: name) }

    public func expireNextToken(after time: Duration) { expiry.set(time) }

    public func revokeTokens(of name: String) {
        issuer.revoke(name)
        broker.kick(name)
    }

    public func breakDown() {
        broker.stop()
        isDown = true
    }

    public func comeBack() throws {
        guard isDown else { return }
        try broker.start()
        isDown = false
    }
}

/// The life of the next token, in seconds.
nonisolated private final class Expiry: Sendable {
    private let seconds = Mutex<TimeInterval?>(nil)

    func set(_ time: Duration) { seconds.withLock { $0 = time / .seconds(1) } }
    func take() -> TimeInterval? { seconds.withLock { $0.take() } }
}
