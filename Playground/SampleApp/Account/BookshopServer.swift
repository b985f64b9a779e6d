import CheckoutFlow
import Foundation
import InMemoryServices
import Messaging
import STOMP
import Sockets
import WebSockets

/// The server of a bookshop, as an app uses it: an issuer of tokens, a bank, and brokers for the sessions.
nonisolated public struct BookshopServer: Sendable {
    /// The URLs of the brokers. Attempts to connect use them in turn.
    public var brokers: [URL]
    /// Makes the transport of an attempt to connect to a broker.
    public var transport: @Sendable () -> any Transport = { makePlatformTransport() }
    /// The waits between attempts to connect.
    public var backoff = Backoff()
    /// The times of the session's coordinator.
    public var times = SessionCoordinator.Configuration()
    /// The time after which a reader's place is reported again; `nil` for no repetition. See
    /// ``/Messaging/MessagingSession/Configuration/presenceInterval``.
    public var presenceInterval: Duration? = .seconds(10)
    /// The service that charges readers for books.
    public var payments: any PaymentService = InMemoryPayments()
    /// The time limit of a call of a service, such as for a token or a charge.
    public var callLimit = Duration.seconds(30)
    /// The waits before a checkout asks the bank again about an unclear charge.
    public var retryDelays = Duration.seconds(1) ... .seconds(60)
    /// The time limit of a notice. It is a day by default, because a notice waits for the end of an outage.
    public var noticeLimit = Duration.seconds(86400)
    /// The clock of the limits and delays.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Issues a token to a reader who logs in, or throws the reason for a refusal.
    public var issueToken: @Sendable (_ name: String) async throws -> AccessToken
    /// Issues a new token for an expired or refused token; throws an `AuthenticationError` if there is no other token.
    public var refreshToken: @Sendable (_ old: AccessToken) async throws -> AccessToken

    /// Creates a description of a server. By default it cannot refresh tokens.
    public init(
        brokers: [URL], issueToken: @escaping @Sendable (_ name: String) async throws -> AccessToken
    ) {
        self.brokers = brokers
        self.issueToken = issueToken
        refreshToken = { _ in throw AuthenticationError("there is no other token") }
    }

    /// Creates the session of a user on a device. The session is not connected yet.
    func makeSession(of user: String, on device: String) -> MessagingSession {
        var configuration = StompSession.Configuration(urls: brokers)
        configuration.socket.backoff = backoff
        var names = MessagingSession.Configuration()
        names.presenceInterval = presenceInterval
        // Each run of this app is a new device, so the server deletes its queues a day after the run.
        names.roomHeaders.append(HeaderField("x-expires", "86400000"))
        return MessagingSession(
            user: user, device: device, stomp: StompSession(configuration, transport: transport), configuration: names)
    }
}
