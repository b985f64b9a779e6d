extension SocketClient {
    /// The times and limits of a client.
    ///
    /// The initializer of a client checks that all times are greater than zero. They may be as long as you like.
    ///
    /// The limits bound the memory. In the worst case, a client with *n* consumers that do not read holds
    ///
    ///     n × messageByteLimit + sendByteLimit + 4 × the greatest message
    ///
    /// bytes of messages. The four copies of the greatest message: an incoming message is collected by the transport,
    /// decoded, and waits for a consumer's room; an outgoing message is encoded. A message that several consumers have
    /// not read is in memory once. The transport limits the size of a message.
    public struct Configuration: Hashable, Sendable {
        /// The time for an attempt: credentials, host lookup, connecting, handshake and start of the session.
        public var connectTimeout: Duration = .seconds(10)
        /// The time for closing a connection.
        public var closeTimeout: Duration = .seconds(3)
        /// The silence after which the client pings the peer. The client may notice the silence up to a quarter later.
        public var pingInterval: Duration = .seconds(20)
        /// The time after a ping until the connection is dropped, unless anything comes in or waiting bytes go out.
        ///
        /// A peer that reads a large message slowly cannot answer before it has read the message. While the peer's
        /// system takes bytes from before the ping, both times start over, except with the system's transport on
        /// Apple's platforms. The peer must read the bytes that its system holds, often 64 KiB, within both times.
        public var pingTimeout: Duration = .seconds(10)
        /// The greatest number of messages that wait to go out, 100 by default.
        public var sendLimit = 100
        /// The greatest number of bytes of the messages that wait to go out, 32 MiB by default.
        ///
        /// A single message may be larger.
        public var sendByteLimit = 32 << 20
        /// The greatest number of messages or events that wait for a consumer, 100 by default.
        public var messageLimit = 100
        /// The greatest number of bytes of the messages that wait for a consumer, 32 MiB by default.
        ///
        /// A single message may be larger.
        public var messageByteLimit = 32 << 20
        /// The bounds of the random waits between attempts.
        public var backoff = Backoff()
        /// The number of different requests that the attempts make in turn.
        package var requestCount = 1

        public init() {}

        func check() {
            guard min(connectTimeout, closeTimeout, pingInterval, pingTimeout) > .zero else {
                fatalError("The times of a client must be greater than zero.")
            }
            guard messageLimit >= 1 else { fatalError("A consumer must have room for at least one message.") }
            guard min(sendLimit, sendByteLimit, messageByteLimit) >= 0 else {
                fatalError("The limits of a client cannot be negative.")
            }
        }
    }
}
