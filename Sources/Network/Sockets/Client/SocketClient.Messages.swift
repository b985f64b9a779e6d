import AsyncPrimitives

extension SocketClient {
    /// The messages of the peer, for one consumer.
    ///
    /// Messages arrive from the moment that the sequence is made, over any number of connections, each once and in order.
    /// They end when the client is gone, or when the task that reads them is cancelled.
    ///
    /// At most ``Configuration/messageLimit`` messages of ``Configuration/messageByteLimit`` bytes wait for the consumer; the
    /// ``OverflowPolicy`` decides about those beyond that.
    public struct Messages: AsyncSequence, Sendable {
        public typealias Element = Socket.Message
        public typealias Failure = Never

        private let subscription: Subscription

        init(_ subscription: Subscription) { self.subscription = subscription }

        /// Lets an empty message come behind all that wait, so that the consumer learns that it has read those.
        ///
        /// - Parameter attempt: The attempt that the message names.
        package func append(emptyMessageOf attempt: Int) {
            subscription.queue.append(.message(ReceivedMessage(message: .binary([]), attempt: attempt)))
        }

        /// - Precondition: One task reads at a time.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let subscription: Subscription

            public mutating func next() async -> Socket.Message? { await next(isolation: nil) }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Socket.Message? {
                await subscription.queue.next()?.message?.message
            }

            /// Returns the next message, with the number of the attempt whose connection it came in on.
            package func nextReceived() async -> ReceivedMessage? { await subscription.queue.next()?.message }
        }
    }

    /// A new sequence of the messages that come in from now on.
    ///
    /// - Parameter policy: What happens to messages that the consumer has no room for. A sequence that waits and is kept
    ///   without being read stops the client.
    /// - Returns: The sequence, for one task.
    nonisolated public func messages(whenFull policy: OverflowPolicy = .wait) -> Messages {
        let queue = broadcaster.subscribe(dropsOldest: policy == .dropOldest, where: { !$0.isStatus })
        return Messages(Subscription(to: broadcaster, queue))
    }
}
