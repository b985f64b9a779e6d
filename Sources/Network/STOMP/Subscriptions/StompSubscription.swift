import AsyncPrimitives
import Sockets

/// The messages of a destination for one consumer, over any number of connections.
///
/// The sequence ends with the session. It throws if the server refuses the subscription, or if messages have made
/// ``StompSession/Configuration/closingLimit`` connections in a row unreadable. A consumer that does not keep up stops the whole
/// session, and makes the server wait. Its pings are not answered then, so it may close the connection.
///
/// A message that cannot be read is skipped. The sequence passes over it, and ``events`` tells of it.
///
/// The subscription ends when it is released. The server then delivers its messages again that were not acknowledged, read or
/// not, to another subscriber. RabbitMQ does so when the connection has ended and not before.
public struct StompSubscription: AsyncSequence, Sendable {
    /// A message, or the news of one that was skipped.
    public enum Event: Hashable, Sendable {
        case message(StompMessage)
        /// A message at this place that could not be read, with the headers that could be, and the reason.
        ///
        /// With ``Acknowledgement/individual``, the session has sent `NACK` for it, and has asked RabbitMQ not to deliver it
        /// again. It is dropped there, or goes to the queue's dead-letter exchange. With ``Acknowledgement/cumulative``, the
        /// next acknowledgement includes it. A message with an `ack` that cannot be written back gets no answer.
        case skipped(headers: [HeaderField], reason: String)
    }

    /// The name of the subscription on the wire.
    public let id: String
    private let handle: Handle

    /// Ends the subscription when it is released.
    fileprivate final class Handle: Sendable {
        let queue: BoundedQueue<StompSubscription.Event>
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
    ///   ``StompError/unacknowledged`` if the server does not answer in time, though the subscription continues;
    ///   `CancellationError` if the task is cancelled.
    public func confirmed() async throws { try await handle.confirmation.value }

    /// The messages, with those that were skipped in their places; a consumer reads this or the subscription itself.
    public var events: some AsyncSequence<Event, any Error> & Sendable { Events(handle: handle) }

    /// - Precondition: One task reads at a time.
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<StompMessage, any Error> {
        Messages(events: Events.AsyncIterator(handle: handle))
    }

    private struct Messages: AsyncIteratorProtocol {
        var events: Events.AsyncIterator

        mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> StompMessage? {
            while let event = try await events.next(isolation: actor) {
                if case .message(let message) = event { return message }
            }
            return nil
        }
    }

    /// The messages of a subscription, and the news of those that were skipped.
    fileprivate struct Events: AsyncSequence, Sendable {
        let handle: Handle

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle) }

        struct AsyncIterator: AsyncIteratorProtocol {
            let handle: Handle

            mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Event? {
                if let event = await handle.queue.next() { return event }
                if handle.failure.isFulfilled { try await handle.failure.value }
                return nil
            }
        }
    }
}

extension StompSubscription.Event {
    /// The number of bytes of the body and the headers.
    var byteCount: Int {
        switch self {
        case .message(let message): message.body.count + message.headers.byteCount
        case .skipped(let headers, _): headers.byteCount
        }
    }
}
