import STOMP
import LoopbackServer
import Messaging
import Sockets
import WebSockets

/// A STOMP 1.2 broker on this machine, for the playground and for tests. It can also fail on purpose.
///
/// ```swift
/// let broker = LoopbackBroker { user, secret in secret == "\(user)-1" }
/// try broker.start()
/// await broker.wait { $0.sessions["ada"] == 1 }
/// broker.kick("ada")
/// ```
///
/// Each subscriber of a destination `/topic/…` gets every message, and the consumers of `/queue/…` take turns. As with
/// RabbitMQ, a topic's subscription with the headers `durable:true` and `auto-delete:false` stays while its user is
/// away, and messages with `persistent:true` survive a restart. Reports to `/topic/presence` are answered. Transactions
/// are not supported.
public final class LoopbackBroker: Sendable {
    /// Returns true if the broker accepts a user with a token.
    public typealias Authenticator = @Sendable (_ user: String, _ secret: String) -> Bool

    private let runtime: BrokerRuntime
    private let server: LoopbackServer

    /// Creates a broker that is not started.
    ///
    /// - Parameters:
    ///   - heartBeat: The heart-beats that the broker promises and wants. It drops a client that sends nothing for
    ///     three times the interval.
    ///   - closesAfterErrors: True if the broker closes a connection after an `ERROR`.
    ///   - authorization: The value that the header `Authorization` of a WebSocket request must have; `nil` for any.
    ///     For another value the answer is the status 401, as from a gateway in front of a broker.
    ///   - admits: Returns true for a client that the broker should accept.
    public init(
        heartBeat: HeartBeat = HeartBeat(), closesAfterErrors: Bool = true,
        authorization: String? = nil,
        admits: @escaping Authenticator = { _, _ in true }
    ) {
        let runtime = BrokerRuntime(
            BrokerCore(heartBeat: heartBeat, closesAfterErrors: closesAfterErrors, admits: admits))
        self.runtime = runtime
        server = LoopbackServer { request in
            let header = request.headers.first { $0.name.lowercased() == "authorization" }
            guard authorization == nil || header?.value == authorization else { return .refuse(status: 401) }
            let speaksStomp = request.subprotocols.contains("v12.stomp")
            return .accept(subprotocol: speaksStomp ? "v12.stomp" : nil, runtime.makeHandler())
        }
    }

    /// Begins to listen. After ``stop()``, the port, durable queues and persistent messages are the same.
    ///
    /// - Returns: The port.
    /// - Throws: `TransportError.unreachable` if the port is taken.
    @discardableResult public func start() throws(TransportError) -> UInt16 { try server.start() }

    /// Aborts all connections and stops listening, as if the broker had been killed.
    public func stop() {
        server.stop()
        runtime.change { $0.store.dropTransientMessages() }
    }

    /// The port of the broker; 0 before the first start.
    public var port: UInt16 { server.port }

    /// Aborts all connections of a user, without a close frame.
    public func kick(_ user: String) {
        for connection in runtime.connections(of: user) { connection.cut() }
    }

    /// The faults that the broker makes. A change has an effect on frames that come in later.
    public var faults: Faults {
        get { runtime.read { $0.faults } }
        set { runtime.change { $0.faults = newValue } }
    }

    /// A snapshot of the broker's sessions, subscriptions, refusals and messages.
    public var counts: Counts { runtime.read { $0.counts } }

    /// Waits until the counts meet a condition, which is tested after every change.
    public func wait(until condition: @escaping @Sendable (Counts) -> Bool) async {
        await runtime.wait(until: condition)
    }
}

extension LoopbackBroker {
    /// Faults that the broker makes on purpose, to test clients.
    public struct Faults: Sendable {
        /// The tokens that the broker refuses, even if the authenticator accepts them.
        public var refusedTokens: Set<String> = []
        /// True if the broker sends no receipts.
        public var sendsNoReceipts = false
        /// The destinations to which nothing may be sent: the broker closes the sender's connection without an `ERROR`.
        public var closedDestinations: Set<String> = []
        /// The destinations for which the broker accepts one more message, and then aborts instead of a receipt.
        public var lossyDestinations: Set<String> = []

        public init() {}
    }

    /// The numbers of sessions, subscriptions and refusals, keyed by user, and the numbers of all messages.
    public struct Counts: Hashable, Sendable {
        /// The number of current sessions of each user.
        public var present: [String: Int] = [:]
        /// The number of all sessions that each user has begun.
        public var sessions: [String: Int] = [:]
        /// The greatest number of simultaneous sessions of each user.
        public var most: [String: Int] = [:]
        /// The number of current subscriptions of each user.
        public var subscriptions: [String: Int] = [:]
        /// The number of refused clients of each user.
        public var refusals: [String: Int] = [:]
        /// The number of messages that wait for a consumer.
        public var waiting = 0
        /// The number of messages that users have sent.
        public var received = 0
    }
}
