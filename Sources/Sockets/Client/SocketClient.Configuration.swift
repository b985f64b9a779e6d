extension SocketClient {
    /// The times and limits of a client.
    ///
    /// The times have to be greater than zero, which the client checks when it is created; there is no greatest one.
    public struct Configuration: Hashable, Sendable {
        /// The time for an attempt: credentials, looking up the host, connecting, handshake, start of the session.
        public var connectTimeout: Duration = .seconds(10)
        /// The time for closing a connection.
        public var closeTimeout: Duration = .seconds(3)
        /// The silence after which the peer is pinged; up to a quarter of it may be added before it is noticed.
        public var pingInterval: Duration = .seconds(20)
        /// The time after a ping until the connection is dropped, unless anything comes in or waiting bytes go out.
        public var pingTimeout: Duration = .seconds(10)
        /// The greatest number of messages that wait to go out.
        public var sendLimit = 100
        /// The greatest number of messages or events that wait for a consumer.
        public var messageLimit = 100
        /// The waits before further attempts.
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
