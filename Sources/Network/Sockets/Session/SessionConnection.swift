import AsyncPrimitives
import Synchronization

/// A connection as a session sees it while it starts, runs or ends.
public final class SessionConnection: Sendable {
    /// The number of the attempt that opened the connection.
    package let attempt: Int

    private let transport: any Transport
    private let queue: BoundedQueue<ReceivedMessage>
    private let report: @Sendable (SocketError) -> Void
    private let endIsExpected: @Sendable () async -> Void
    private let provoked = Atomic(false)

    init(
        _ transport: any Transport, _ queue: BoundedQueue<ReceivedMessage>, attempt: Int,
        report: @escaping @Sendable (SocketError) -> Void, endIsExpected: @escaping @Sendable () async -> Void
    ) {
        self.transport = transport
        self.queue = queue
        self.attempt = attempt
        self.report = report
        self.endIsExpected = endIsExpected
    }

    /// Sends a message, and waits until it has been passed to the operating system.
    ///
    /// If the connection ends first, the session can still receive messages that the peer has sent before.
    ///
    /// - Throws: ``SocketError/transport(_:)`` if the message cannot be sent; `CancellationError` if the task is
    ///   cancelled.
    public func send(_ message: Socket.Message) async throws {
        let sent = Promise<Void>()
        send(message) { error in sent.fulfill(with: error.map { .failure(SocketError.transport($0)) } ?? .success(())) }
        try await sent.value
    }

    /// Sends a message ahead of the client's queue, while the session runs.
    ///
    /// For the completion, see ``Transport/send(_:completion:)``.
    package func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        transport.send(message, completion: completion)
    }

    /// Waits for the next message of the peer, while the session is being started or ended.
    ///
    /// - Precondition: One task receives at a time.
    /// - Throws: ``SocketError/notConnected`` when the start or the end of the session is over, or the connection.
    public func receive() async throws -> Socket.Message {
        guard let incoming = await queue.next() else { throw SocketError.notConnected }
        return incoming.message
    }

    /// A count that grows with each signal of the peer, even a part of a message: see ``Transport/inboundActivity``.
    ///
    /// To check that the peer is there, compare the count with an earlier count. Any change is a signal.
    package var inboundActivity: Int { transport.inboundActivity }

    /// From now on, treats the end of this connection as intended: the client then disconnects and does not reconnect.
    ///
    /// A session calls this when it has announced its end to the peer. The effect lasts until another session is wanted
    /// on the connection. This does nothing when the session is over.
    package func expectEnd() async { await endIsExpected() }

    /// Sets whether the session risks the connection on purpose, such as to find a refused message.
    ///
    /// While it does, the end of the connection says nothing about the peer. So the next attempt waits as after a first
    /// failure, and later waits do not grow.
    package func setEndProvoked(_ isProvoked: Bool) { provoked.store(isProvoked, ordering: .relaxed) }

    /// True if the session risks the connection on purpose.
    var isEndProvoked: Bool { provoked.load(ordering: .relaxed) }

    /// Reports that the connection is no longer usable; the client aborts it and connects again.
    ///
    /// This does nothing when the session is over.
    ///
    /// - Parameter error: The reason. ``SocketError/unauthenticated(_:cause:)`` makes the client disconnect instead.
    public func fail(_ error: SocketError) { report(error) }
}
