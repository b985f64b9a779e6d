import AsyncPrimitives
import Sockets

/// The messages of a destination for one consumer, over any number of connections.
///
/// The sequence ends with the session. It throws if the server refuses the subscription, or if messages have made
/// ``StompSession/Configuration/closingLimit`` connections unreadable. A slow consumer stops the whole session, and
/// makes the server wait. Then the session does not answer the server's pings, so the server may close the connection.
///
/// A message that cannot be read is skipped: the sequence leaves it out, but ``events`` reports it.
///
/// The subscription ends when it is released. The server then delivers all unacknowledged messages to another
/// subscriber, even those that were read. RabbitMQ does so only when the connection has ended.
public struct StompSubscription: AsyncSequence, Sendable {
    /// A message, or a report of a skipped message.
    public enum Event: Hashable, Sendable {
        case message(StompMessage)
        /// An unreadable message at this place in the sequence, with its readable headers and the reason.
        ///
        /// With ``Acknowledgement/individual``, the session has sent `NACK` with a header that keeps RabbitMQ from
        /// delivering the message again. RabbitMQ drops the message, or passes it to the queue's dead-letter exchange.
        /// With ``Acknowledgement/cumulative``, the next acknowledgement includes the message. If its `ack` cannot be
        /// written back, the session sends no answer.
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

    /// Waits until the server first confirms the subscription. From then on, it gets all messages that are sent.
    ///
    /// - Throws: ``StompError/refused(_:)`` if the server refuses the subscription, ``StompError/ended`` if it ends
    ///   first, ``StompError/unacknowledged`` if the server does not answer in time, though the subscription continues;
    ///   `CancellationError` if the task is cancelled.
    public func confirmed() async throws { try await handle.confirmation.value }

    /// The messages, with reports of skipped messages in between. Read either this or the subscription itself.
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

    /// The messages of a subscription, and reports of skipped messages.
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
    /// The number of bytes of the message's body and headers, or of the skipped message's headers.
    var byteCount: Int {
        switch self {
        case .message(let message): message.body.count + message.headers.byteCount
        case .skipped(let headers, _): headers.byteCount
        }
    }
}
