import STOMP
import LoopbackServer
import Messaging
import Sockets
import WebSockets

/// A STOMP 1.2 broker on this machine, for programs that talk to themselves and for tests.
///
/// ```swift
/// let broker = LoopbackBroker { user, secret in secret == "\(user)-1" }
/// try broker.start()
/// await broker.wait { $0.sessions["ada"] == 1 }
/// broker.kick("ada")
/// ```
///
/// Destinations are `/topic/…`, of which every subscriber gets all, and `/queue/…`, whose readers take turns. As with
/// RabbitMQ, a topic's subscription with the headers `durable:true` and `auto-delete:false` goes on while its user is
/// away, and messages with `persistent:true` outlive a restart. Reports to `/topic/presence` are answered. There are no
/// transactions.
public final class LoopbackBroker: Sendable {
    /// Whether a user is let in with a token.
    public typealias Doorkeeper = @Sendable (_ user: String, _ secret: String) -> Bool

    private let desk: BrokerDesk
    private let server: LoopbackServer

    /// A broker that is still to be started.
    ///
    /// - Parameters:
    ///   - heartBeat: What it promises its clients and wants of them; one that is silent for three times as long is
    ///     dropped.
    ///   - closesAfterErrors: Whether it closes a connection upon which it has said that something is wrong.
    ///   - admits: Decides about each client.
    public init(
        heartBeat: HeartBeat = .none, closesAfterErrors: Bool = true,
        admits: @escaping Doorkeeper = { _, _ in true }
    ) {
        let desk = BrokerDesk(
            Switchboard(heartBeat: heartBeat, closesAfterErrors: closesAfterErrors, admits: admits))
        self.desk = desk
        server = LoopbackServer { request in
            let speaksStomp = request.subprotocols.contains("v12.stomp")
            return .accept(subprotocol: speaksStomp ? "v12.stomp" : nil, desk.makeHandler())
        }
    }

    /// Begins to listen; after ``stop()``, on the same port as before, with what has to outlive that.
    ///
    /// - Returns: The port.
    /// - Throws: `TransportError.unreachable` if the port is taken.
    @discardableResult package func start() throws(TransportError) -> UInt16 { try server.start() }

    /// Cuts all connections and listens no longer, as if the broker had been killed.
    public func stop() {
        server.stop()
        desk.change { $0.depot.lose() }
    }

    /// Where it listens; 0 before it has been started.
    public var port: UInt16 { server.port }

    /// Cuts the connections of a user, without a word.
    public func kick(_ user: String) {
        for connection in desk.connections(of: user) { connection.cut() }
    }

    /// What it does from now on that it should not.
    public var faults: Faults {
        get { desk.read { $0.faults } }
        set { desk.change { $0.faults = newValue } }
    }

    /// What there is to count now.
    public var counts: Counts { desk.read { $0.counts } }

    /// Waits until what there is to count is as it should be.
    public func wait(until condition: @escaping @Sendable (Counts) -> Bool) async { await desk.wait(until: condition) }
}

extension LoopbackBroker {
    /// What a broker does that it should not.
    public struct Faults: Sendable {
        /// The tokens that it refuses, whatever else is said about them.
        public var refusedTokens: Set<String> = []
        /// Its clients hear nothing of it but what they have to.
        public var sendsNoHeartBeats = false
        /// Where nobody may send to: the connection of who does is closed without a word.
        public var closedDestinations: Set<String> = []
        /// Where it takes one more message from, and cuts the connection before it has said so.
        public var lossyDestinations: Set<String> = []

        public init() {}
    }

    /// What there is to count in a broker, of each user.
    public struct Counts: Hashable, Sendable {
        /// The sessions that there are now.
        public var present: [String: Int] = [:]
        /// The sessions that were ever begun.
        public var sessions: [String: Int] = [:]
        /// The most sessions that there were at a time.
        public var most: [String: Int] = [:]
        /// The subscriptions that there are now.
        public var subscriptions: [String: Int] = [:]
        /// How often somebody was not let in.
        public var refusals: [String: Int] = [:]
        /// How many messages wait for somebody to read them.
        public var waiting = 0
        /// How many messages were sent by users.
        public var received = 0
    }
}
