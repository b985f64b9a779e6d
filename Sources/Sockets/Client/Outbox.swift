import AsyncPrimitives
import Synchronization

/// The messages that a client has accepted and that have not been handed to the operating system yet.
final class Outbox: Sendable {
    private struct State {
        /// The handles of the messages that the socket has queued, in the same order.
        var waiting = Queue<PendingSend>()
        /// The number of messages that the transport has and has not completed.
        var underWay = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    deinit { fail(.disconnected) }

    /// Makes room for one message.
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

    /// Removes the message that was added last.
    func removeLast() { state.withLock { _ = $0.waiting.popLast() } }

    /// Sends the message that has waited longest.
    func send(
        _ message: Socket.Message, through transport: any Transport,
        failed: @escaping @Sendable (TransportError) -> Void
    ) {
        let sending = state.withLock { state in
            guard let sending = state.waiting.popFirst() else { fatalError("A message is sent that was not accepted.") }
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

    /// Fails the messages that wait: they will not be sent.
    func fail(_ error: SocketError) {
        var waiting = state.withLock { state in
            defer { state.waiting = Queue() }
            return state.waiting
        }
        while let sending = waiting.popFirst() { sending.promise.fulfill(with: .failure(error)) }
    }
}
