import Sockets

/// The messages of a destination, for one consumer, over any number of connections.
///
/// The sequence ends with the session, and throws if the server refuses the subscription. A subscription that nobody holds
/// any more is given up. A consumer that does not keep up holds up the whole session, and the server.
public struct Subscription: AsyncSequence, Sendable {
    public typealias Element = StompMessage
    public typealias Failure = any Error

    /// What the subscription is called on the wire.
    public let id: String
    private let handle: Handle

    /// Gives the subscription up at the end.
    fileprivate final class Handle: Sendable {
        let mailbox: Mailbox<StompMessage>
        let end: Promise<Void>
        private let giveUp: @Sendable () -> Void

        init(_ mailbox: Mailbox<StompMessage>, _ end: Promise<Void>, _ giveUp: @escaping @Sendable () -> Void) {
            self.mailbox = mailbox
            self.end = end
            self.giveUp = giveUp
        }

        deinit { giveUp() }
    }

    init(
        id: String, _ mailbox: Mailbox<StompMessage>, end: Promise<Void>, giveUp: @escaping @Sendable () -> Void
    ) {
        self.id = id
        handle = Handle(mailbox, end, giveUp)
    }

    /// - Precondition: One task reads at a time.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let handle: Handle

        public mutating func next() async throws -> StompMessage? { try await next(isolation: nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> StompMessage? {
            if let message = await handle.mailbox.take() { return message }
            if handle.end.isKept { try await handle.end.value }
            return nil
        }
    }
}
