import AsyncPrimitives
import Sockets

/// The messages of a destination, for one consumer, over any number of connections.
///
/// The sequence ends with the session, and throws if the server refuses the subscription. A consumer that does not keep up
/// holds up the whole session, and the server.
///
/// A subscription that nobody holds any more is given up. What it has received and not acknowledged, read or not, the
/// server delivers again to whoever listens next; RabbitMQ does so when the connection has ended, and not before.
public struct StompSubscription: AsyncSequence, Sendable {
    public typealias Element = StompMessage
    public typealias Failure = any Error

    /// What the subscription is called on the wire.
    public let id: String
    private let handle: Handle

    /// Gives the subscription up at the end.
    fileprivate final class Handle: Sendable {
        let queue: BoundedQueue<StompMessage>
        let confirmation: Promise<Void>
        let end: Promise<Void>
        private let giveUp: @Sendable () -> Void

        init(_ entry: StompSession.SubscriptionEntry, _ giveUp: @escaping @Sendable () -> Void) {
            queue = entry.queue
            confirmation = entry.confirmation
            end = entry.failure
            self.giveUp = giveUp
        }

        deinit { giveUp() }
    }

    init(_ entry: StompSession.SubscriptionEntry, giveUp: @escaping @Sendable () -> Void) {
        id = entry.id
        handle = Handle(entry, giveUp)
    }

    /// Waits until the server has confirmed the subscription for the first time; what others send from then on is for it.
    ///
    /// - Throws: ``StompError/refused(_:)`` if the server refuses it, ``StompError/ended`` if it ended before;
    ///   `CancellationError` if the task is cancelled.
    public func confirmed() async throws { try await handle.confirmation.value }

    /// - Precondition: One task reads at a time.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let handle: Handle

        public mutating func next() async throws -> StompMessage? { try await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> StompMessage? {
            if let message = await handle.queue.next() { return message }
            if handle.end.isFulfilled { try await handle.end.value }
            return nil
        }
    }
}
