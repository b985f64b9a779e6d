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
/// The subscribers of a destination `/topic/…` get every message, and the consumers of `/queue/…` take turns. As with
/// RabbitMQ, a topic's subscription with the headers `durable:true` and `auto-delete:false` stays while its user is
/// away, and messages with `persistent:true` survive a restart. Reports to `/topic/presence` are answered. There are no
/// transactions.
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
    ///   - authorization: The header `Authorization` that a request to open a connection must have. Without it, the
    ///     answer is the status 401, as from a gateway in front of a broker.
    ///   - admits: Accepts or refuses each client.
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

    /// Begins to listen; after ``stop()``, on the same port as before, with its durable queues and persistent messages.
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

    /// Aborts the connections of a user, without a close frame.
    public func kick(_ user: String) {
        for connection in runtime.connections(of: user) { connection.cut() }
    }

    /// The faults of the broker from now on.
    public var faults: Faults {
        get { runtime.read { $0.faults } }
        set { runtime.change { $0.faults = newValue } }
    }

    /// The current counts.
    public var counts: Counts { runtime.read { $0.counts } }

    /// Waits until the counts meet a condition, which is tested after every change.
    public func wait(until condition: @escaping @Sendable (Counts) -> Bool) async {
        await runtime.wait(until: condition)
    }
}

extension LoopbackBroker {
    /// Misbehavior for tests of clients.
    public struct Faults: Sendable {
        /// The tokens that the broker refuses, even if the authenticator accepts them.
        public var refusedTokens: Set<String> = []
        /// True if the broker sends no receipts.
        public var sendsNoReceipts = false
        /// Destinations that are refused: the broker closes the sender's connection without an `ERROR` frame.
        public var closedDestinations: Set<String> = []
        /// Destinations for which the broker accepts one more message, and aborts the connection before the receipt.
        public var lossyDestinations: Set<String> = []

        public init() {}
    }

    /// The counts of a broker, by user.
    public struct Counts: Hashable, Sendable {
        /// The sessions that are running.
        public var present: [String: Int] = [:]
        /// All sessions that have begun.
        public var sessions: [String: Int] = [:]
        /// The most sessions at a time.
        public var most: [String: Int] = [:]
        /// The current subscriptions.
        public var subscriptions: [String: Int] = [:]
        /// The refused clients.
        public var refusals: [String: Int] = [:]
        /// The number of messages that wait for a consumer.
        public var waiting = 0
        /// The number of messages that users have sent.
        public var received = 0
    }
}
