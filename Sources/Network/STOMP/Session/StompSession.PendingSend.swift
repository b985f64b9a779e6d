import AsyncPrimitives

extension StompSession {
    /// A handle on a message that a session has accepted.
    public struct PendingSend: Sendable {
        /// The name of the message, in its header ``StompSession/sendIDHeader``.
        public let id: String
        let promise = Promise<Void>()

        /// Waits until the server has acknowledged the message, however many connections that takes.
        ///
        /// - Throws: ``StompError/refused(_:)`` if the server refuses the message, ``StompError/ended`` if the session ends
        ///   first, ``StompError/unacknowledged`` if the server says nothing about it on ``Configuration/closingLimit``
        ///   connections, or on the only one of a message that was to be sent at most once, ``StompError/notConnected`` if
        ///   that connection was lost first;
        ///   `CancellationError` if the task is cancelled, which does not withdraw the message.
        public func acknowledged() async throws { try await promise.value }
    }
}
