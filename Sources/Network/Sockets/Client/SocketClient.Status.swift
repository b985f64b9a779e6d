extension SocketClient {
    /// A snapshot of a client: its phase, its counts, and the latest failure.
    public struct Status: Hashable, Sendable {
        /// The phase of the client's ``Socket``.
        public let phase: Socket.Phase
        /// The number of the latest attempt to connect, which is also the number of attempts so far.
        public let attempt: Int
        /// The number of the latest session, which is also the number of sessions so far.
        public let session: Int
        /// The time until the next attempt, from the creation of this status; `nil` if the client does not wait.
        public let wait: Duration?
        /// The reason why the latest attempt or connection failed; `nil` if a connection has succeeded since.
        public let failure: SocketError?
        /// The subprotocol that the peer chose; `nil` without a connection, or if the peer chose none.
        public let subprotocol: String?

        package init(
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

/// A client, or a session on top of a client, that publishes the status of its connection.
public protocol ConnectionStatusProvider: Sendable {
    /// The current status of the connection.
    var status: SocketClient.Status { get }

    /// A new sequence of the current status of the connection and all later statuses.
    ///
    /// A slow consumer misses the oldest statuses. The sequence ends when the client is gone.
    var statusUpdates: AsyncStream<SocketClient.Status> { get }
}

extension ConnectionStatusProvider {
    /// Waits until the status of the connection meets a condition.
    ///
    /// The wait may miss a status that is replaced at once.
    ///
    /// - Parameter condition: Returns true for a status that ends the wait.
    /// - Returns: The first status that meets the condition.
    /// - Throws: `CancellationError` if the task is cancelled first, or the client is gone.
    @discardableResult nonisolated(nonsending) public func wait(
        until condition: (SocketClient.Status) -> Bool
    ) async throws -> SocketClient.Status {
        for await status in statusUpdates where condition(status) { return status }
        throw CancellationError()
    }

    @discardableResult
    nonisolated(nonsending) package func wait(for phase: Socket.Phase) async throws -> SocketClient.Status {
        try await wait { $0.phase == phase }
    }
}
