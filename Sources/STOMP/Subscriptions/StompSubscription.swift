import AsyncPrimitives
import Sockets

/// The messages of a destination for one consumer, over any number of connections.
///
/// The sequence ends with the session, and throws if the server refuses the subscription. A consumer that does not keep up
/// stops the whole session, and makes the server wait.
///
/// The subscription ends when it is released. The server then delivers its messages again that were not acknowledged, read or
/// not, to another subscriber. RabbitMQ does so when the connection has ended and not before.
public struct StompSubscription: AsyncSequence, Sendable {
    public typealias Element = StompMessage
    public typealias Failure = any Error

    /// The name of the subscription on the wire.
    public let id: String
    private let handle: Handle

    /// Ends the subscription when it is released.
    fileprivate final class Handle: Sendable {
        let queue: BoundedQueue<StompMessage>
        let confirmation: Promise<Void>
        let failure: Promise<Void>
        private let unsubscribe: @Sendable () -> Void

        init(_ entry: StompSession.SubscriptionEntry, _ unsubscribe: @escaping @Sendable () -> Void) {
            queue = entry.queue
            confirmation = entry.confirmation
            failure = entry.failure
            self.unsubscribe = unsubscribe
        }

        deinit { unsubscribe() }
    }

    init(_ entry: StompSession.SubscriptionEntry, unsubscribe: @escaping @Sendable () -> Void) {
        id = entry.id
        handle = Handle(entry, unsubscribe)
    }

    /// Waits until the server has confirmed the subscription for the first time; it gets all messages sent from then on.
    ///
    /// - Throws: ``StompError/refused(_:)`` if the server refuses it, ``StompError/ended`` if it ended before,
    ///   ``StompError/unacknowledged`` if the server does not answer in time, though the subscription goes on;
    ///   `CancellationError` if the task is cancelled.
    public func confirmed() async throws { try await handle.confirmation.value }

    /// - Precondition: One task reads at a time.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let handle: Handle

        public mutating func next() async throws -> StompMessage? { try await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> StompMessage? {
            if let message = await handle.queue.next() { return message }
            if handle.failure.isFulfilled { try await handle.failure.value }
            return nil
        }
    }
}
