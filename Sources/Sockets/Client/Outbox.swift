import AsyncPrimitives
import Synchronization

/// The handles of the messages that a client has accepted and the operating system has not taken yet.
final class Outbox: Sendable {
    private struct State {
        /// The handles of the messages in the socket's queue, in the order of that queue.
        var waiting = Queue<PendingSend>()
        /// The number of messages that the transport is sending.
        var underWay = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    deinit { fail(.disconnected) }

    /// Adds and returns the handle of a new message.
    ///
    /// - Throws: `SocketError.queueIsFull` if the limit is reached.
    func add() throws(SocketError) -> PendingSend {
        let sending = PendingSend()
        let isFull = state.withLock { state in
            guard state.waiting.count + state.underWay < limit else { return true }
            state.waiting.append(sending)
            return false
        }
        if isFull { throw .queueIsFull(limit: limit) }
        return sending
    }

    /// Removes the handle that was added last.
    func removeLast() { state.withLock { _ = $0.waiting.popLast() } }

    /// Sends a message, which belongs to the handle that has waited longest.
    func send(
        _ message: Socket.Message, through transport: any Transport,
        failed: @escaping @Sendable (TransportError) -> Void
    ) {
        let sending = state.withLock { state in
            guard let sending = state.waiting.popFirst() else { fatalError("The message was never accepted.") }
            state.underWay += 1
            return sending
        }
        transport.send(message) { error in
            self.finish(sending, error.map { .failure(SocketError.transport($0)) } ?? .success(()))
            if let error { failed(error) }
        }
    }

    private func finish(_ sending: PendingSend, _ result: Result<Void, any Error>) {
        state.withLock { $0.underWay -= 1 }
        sending.promise.fulfill(with: result)
    }

    /// Fails the handles of the waiting messages, which will not be sent.
    func fail(_ error: SocketError) {
        var waiting = state.withLock { state in
            defer { state.waiting = Queue() }
            return state.waiting
        }
        while let sending = waiting.popFirst() { sending.promise.fulfill(with: .failure(error)) }
    }
}
