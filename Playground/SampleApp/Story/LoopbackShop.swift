import CheckoutFlow
import Foundation
import InMemoryServices
import LoopbackBroker
import Messaging
import Sockets
import Synchronization

/// The server of the bookshop, inside this program: a broker, an issuer of tokens and a bank. Tests can cause faults.
public final class LoopbackShop: StoryServer {
    public let payments: InMemoryPayments
    public let server: BookshopServer
    /// The faults on the way of a new token to its reader.
    public let tokenFaults = FaultInjector()
    /// The broker. It counts connections, and can make further faults.
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
        server.callLimit = .seconds(3600)  // Nothing is lost on the way, however busy the machine is.
        server.presenceInterval = nil  // The broker sees which clients are gone, so no repetition is needed.
        server.backoff = Backoff(initial: .milliseconds(100), maximum: .milliseconds(300))
        server.retryDelays = .milliseconds(100) ... .seconds(60)
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

/// The time in seconds after which the next token expires; `nil` for no expiry.
nonisolated private final class Expiry: Sendable {
    private let seconds = Mutex<TimeInterval?>(nil)

    func set(_ time: Duration) { seconds.withLock { $0 = time / .seconds(1) } }
    func take() -> TimeInterval? { seconds.withLock { $0.take() } }
}
