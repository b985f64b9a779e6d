import AsyncPrimitives

extension SocketClient {
    /// What the peer sends, for one consumer.
    ///
    /// Messages arrive from the moment that the sequence is asked for, over any number of connections, each once and in
    /// order. They end when the client is gone, or when the task that reads them is cancelled.
    ///
    /// A consumer that does not keep up holds everything up: once ``Configuration/messageLimit`` messages wait for it, the
    /// client reads no further, and the peer cannot send more. Its pings are not answered either, so that it may give the
    /// connection up. So read a sequence, or let go of it.
    public struct Messages: AsyncSequence, Sendable {
        public typealias Element = Socket.Message
        public typealias Failure = Never

        /// Gives up the subscription when neither the sequence nor an iterator is there any more.
        fileprivate final class Subscription: Sendable {
            private let broadcaster: Broadcaster<ReceivedMessage>
            let queue: BoundedQueue<ReceivedMessage>

            init(to broadcaster: Broadcaster<ReceivedMessage>) {
                self.broadcaster = broadcaster
                queue = broadcaster.subscribe()
            }

            deinit { broadcaster.unsubscribe(queue) }
        }

        private let subscription: Subscription

        init(of broadcaster: Broadcaster<ReceivedMessage>) { subscription = Subscription(to: broadcaster) }

        /// - Precondition: One task reads at a time.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let subscription: Subscription

            public mutating func next() async -> Socket.Message? { await next(isolation: nil) }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Socket.Message? {
                await subscription.queue.next()?.message
            }

            /// The next message, and which connection it came in on.
            package func nextReceived() async -> ReceivedMessage? { await subscription.queue.next() }

            /// The next message, if it is there: what came in before a state of the client is, when that is told.
            package func tryNextReceived() -> ReceivedMessage? { subscription.queue.tryNext() }
        }
    }
}
