import STOMP
import LoopbackServer
import Messaging
import Sockets
import WebSockets

/// A STOMP 1.2 broker on this machine, for the playground and for tests.
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
/// and heart-beats are not supported.
public final class LoopbackBroker: Sendable {
    /// Returns true if the broker accepts a user with a token.
    public typealias Authenticator = @Sendable (_ user: String, _ secret: String) -> Bool

    private let runtime: BrokerRuntime
    private let server: LoopbackServer

    /// Creates a broker that is not started.
    ///
    /// - Parameter admits: Returns true for a client that the broker should accept.
    public init(admits: @escaping Authenticator = { _, _ in true }) {
        let runtime = BrokerRuntime(BrokerCore(admits: admits))
        self.runtime = runtime
        server = LoopbackServer { request in
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

    /// Leaves the header `receipt` of all later frames without an answer, as some servers do.
    package func sendNoReceipts() { runtime.change { $0.sendsReceipts = false } }

    /// A snapshot of the broker's sessions, subscriptions and messages.
    public var counts: Counts { runtime.read { $0.counts } }

    /// Waits until the counts meet a condition, which is tested after every change.
    public func wait(until condition: @escaping @Sendable (Counts) -> Bool) async {
        await runtime.wait(until: condition)
    }
}

extension LoopbackBroker {
    /// The numbers of sessions and subscriptions, keyed by user, and the number of all messages.
    public struct Counts: Hashable, Sendable {
        /// The number of current sessions of each user.
        public var present: [String: Int] = [:]
        /// The number of all sessions that each user has begun.
        public var sessions: [String: Int] = [:]
        /// The greatest number of simultaneous sessions of each user.
        public var most: [String: Int] = [:]
        /// The number of current subscriptions of each user.
        public var subscriptions: [String: Int] = [:]
        /// The number of messages that users have sent.
        public var received = 0
    }
}
