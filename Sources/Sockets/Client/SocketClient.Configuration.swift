extension SocketClient {
    /// The times and limits of a client.
    public struct Configuration: Hashable, Sendable {
        /// How long an attempt may take: credentials, looking up the host, connecting, handshake, start of the session.
        public var connectTimeout: Duration = .seconds(10)
        /// How long closing a connection may take.
        public var closeTimeout: Duration = .seconds(3)
        /// After how long a silence the peer is asked for a sign of life; it may take a quarter longer until that is noticed.
        public var pingInterval: Duration = .seconds(20)
        /// How long after that the connection is given up, unless anything at all comes in or goes on going out.
        public var pingTimeout: Duration = .seconds(10)
        /// How many messages may wait to go out.
        public var sendLimit = 100
        /// The greatest number of messages or events that wait for a consumer.
        public var messageLimit = 100
        /// How long to wait before further attempts.
        public var backoff = Backoff()

        public init() {}

        func check() {
            guard min(connectTimeout, closeTimeout, pingInterval, pingTimeout) > .zero else {
                fatalError("The times of a client must be greater than zero.")
            }
            guard messageLimit >= 1 else { fatalError("A consumer must have room for at least one message.") }
        }
    }
}
