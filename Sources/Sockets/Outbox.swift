import Synchronization

/// The messages that a client has accepted and that have not been handed to the operating system yet.
final class Outbox: Sendable {
    private struct State {
        /// What the socket has queued, in the same order.
        var waiting: [Sending] = []
        /// How many messages the transport has.
        var underWay = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    deinit { fail(.disconnected) }

    /// Makes room for one message.
    func add() throws(SocketError) -> Sending {
        let sending = Sending()
        let isFull = state.withLock { state in
            guard state.waiting.count + state.underWay < limit else { return true }
            state.waiting.append(sending)
            return false
        }
        if isFull { throw .queueIsFull(limit: limit) }
        return sending
    }

    /// Forgets the message that was added last.
    func removeLast() { state.withLock { _ = $0.waiting.removeLast() } }

    /// Sends the message that has waited longest, unless it was withdrawn.
    func send(
        _ message: Socket.Message, through transport: any Transport,
        failed: @escaping @Sendable (TransportError) -> Void
    ) {
        let sending = state.withLock { state in
            state.underWay += 1
            return state.waiting.removeFirst()
        }
        if sending.promise.isKept { return finish(sending, .success(())) }
        transport.send(message) { error in
            self.finish(sending, error.map { .failure(SocketError.transport($0)) } ?? .success(()))
            if let error { failed(error) }
        }
    }

    private func finish(_ sending: Sending, _ result: Result<Void, any Error>) {
        state.withLock { $0.underWay -= 1 }
        sending.promise.keep(result)
    }

    /// Tells the senders of what waits that it will not be sent.
    func fail(_ error: SocketError) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for sending in waiting { sending.promise.keep(.failure(error)) }
    }
}
