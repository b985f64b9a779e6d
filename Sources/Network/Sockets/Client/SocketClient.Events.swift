import AsyncPrimitives

extension SocketClient {
    /// The messages of the peer and the statuses of the client, in the order in which they happened, for one consumer.
    ///
    /// The first event is the current status. The sequence ends when the client is gone, or when the task that reads it is
    /// cancelled.
    ///
    /// At most ``Configuration/messageLimit`` events, and messages of ``Configuration/messageByteLimit`` bytes, wait for the
    /// consumer; the ``OverflowPolicy`` decides about messages beyond that. A status never waits: it replaces one that the
    /// consumer has not read if no message came between.
    public struct Events: AsyncSequence, Sendable {
        public typealias Element = Event
        public typealias Failure = Never

        private let subscription: Subscription

        init(_ subscription: Subscription) { self.subscription = subscription }

        /// - Precondition: One task reads at a time.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let subscription: Subscription

            public mutating func next() async -> Event? { await next(isolation: nil) }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
                await subscription.queue.next()?.event
            }
        }
    }

    /// A new sequence of the current status, and of every later status and message in the order in which they happen.
    ///
    /// ```swift
    /// import Sockets
    ///
    /// func report(on client: SocketClient) async {
    ///     for await event in client.events() {
    ///         switch event {
    ///         case .status(let status): print("-", status.phase)
    ///         case .message(let message): print("received", message)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter policy: What happens to messages that the consumer has no room for. A sequence that waits and is kept
    ///   without being read stops the client.
    /// - Returns: The sequence, for one task.
    nonisolated public func events(whenFull policy: OverflowPolicy = .wait) -> Events {
        let queue = broadcaster.subscribe(
            dropsOldest: policy == .dropOldest, first: { [currentStatus] in .status(currentStatus.value) })
        return Events(Subscription(to: broadcaster, queue))
    }
}
