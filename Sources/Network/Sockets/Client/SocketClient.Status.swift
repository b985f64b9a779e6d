extension SocketClient {
    /// A snapshot of a client: its phase, and how it got there.
    public struct Status: Hashable, Sendable {
        /// The phase of the client's ``Socket``.
        public let phase: Socket.Phase
        /// The number of the latest attempt to connect, which is also the number of attempts so far.
        public let attempt: Int
        /// The number of the latest session, which is also the number of sessions so far.
        public let session: Int
        /// The time from now until the next attempt; `nil` if the client does not wait for one.
        public let wait: Duration?
        /// The reason why the latest attempt or connection failed; `nil` when a connection has succeeded since.
        public let failure: SocketError?
        /// The subprotocol that the peer chose, while there is a connection.
        public let subprotocol: String?

        public init(
            phase: Socket.Phase = .disconnected, attempt: Int = 0, session: Int = 0, wait: Duration? = nil,
            failure: SocketError? = nil, subprotocol: String? = nil
        ) {
            self.phase = phase
            self.attempt = attempt
            self.session = session
            self.wait = wait
            self.failure = failure
            self.subprotocol = subprotocol
        }
    }
}
