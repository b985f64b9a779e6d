import AsyncPrimitives

extension SocketClient {
    /// Events or messages of a client, in the order in which they happened, for one consumer.
    ///
    /// The sequence has all elements from its creation on, over any number of connections, each once. It ends when the
    /// client is gone, or the task that reads it is cancelled.
    ///
    /// At most ``Configuration/messageLimit`` elements, and messages of ``Configuration/messageByteLimit`` bytes, wait
    /// for the consumer. When you make the sequence, you choose what happens beyond these limits:
    /// - The client drops the oldest messages.
    /// - Or the client reads nothing more until there is room: the peer must wait, and other consumers get nothing. The
    ///   client does not answer pings that the peer sends after its messages. Many servers close the connection 20 s
    ///   after such a ping, and do not send the rest.
    ///
    /// A status does not wait for room. It replaces an unread status if no message came in between.
    public struct Stream<Element: Sendable>: AsyncSequence, Sendable {
        fileprivate let subscription: Subscription
        fileprivate let element: @Sendable (Broadcast) -> Element?

        /// - Precondition: One task reads at a time.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let stream: Stream

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
                await stream.subscription.queue.next().flatMap(stream.element)
            }
        }
    }

    /// A new sequence of the current status, and of every later status and message.
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
    /// - Parameter dropsOldest: True to drop the oldest messages when there is no room. Otherwise a sequence that you
    ///   keep without reading it stops the client: see ``Stream``.
    /// - Returns: The sequence, for one task.
    nonisolated public func events(droppingOldest dropsOldest: Bool = false) -> Stream<Event> {
        let queue = broadcaster.subscribe(
            dropsOldest: dropsOldest, first: { [currentStatus] in .status(currentStatus.value) })
        return Stream(subscription: Subscription(to: broadcaster, queue)) { $0.event }
    }

    /// A new sequence of the messages that come in from now on.
    ///
    /// Read the messages as fast as they come in, or let the sequence drop the oldest. While the sequence is full, the
    /// client does not answer pings, so many servers close the connection: see ``Stream``.
    ///
    /// - Parameter dropsOldest: As for ``events(droppingOldest:)``.
    /// - Returns: The sequence, for one task.
    nonisolated public func messages(droppingOldest dropsOldest: Bool = false) -> Stream<Socket.Message> {
        let queue = broadcaster.subscribe(dropsOldest: dropsOldest, where: { !$0.isStatus })
        return Stream(subscription: Subscription(to: broadcaster, queue)) { $0.message?.message }
    }
}

extension SocketClient.Stream<Socket.Message> {
    /// Appends an empty message. A consumer that gets it has read all earlier messages.
    package func append(emptyMessageOf attempt: Int) {
        subscription.queue.append(.message(ReceivedMessage(message: .binary([]), attempt: attempt)))
    }

    package func nextReceived() async -> ReceivedMessage? { await subscription.queue.next()?.message }
}
