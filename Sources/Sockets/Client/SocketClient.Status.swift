extension SocketClient {
    /// What state a client is in, and how it got there.
    public struct Status: Hashable, Sendable {
        /// The phase of the client's ``Socket``.
        public let phase: Socket.Phase
        /// How many attempts to connect were begun, which is the number of the latest one.
        public let attempt: Int
        /// How many sessions were begun, which is the number of the latest one.
        public let session: Int
        /// How long it takes from now until the next attempt; `nil` when none is waited for.
        public let wait: Duration?
        /// Why the latest attempt or connection failed; `nil` when all is well since.
        public let failure: SocketError?
        /// What the peer chose of the subprotocols it was offered, on a connection that stands.
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
