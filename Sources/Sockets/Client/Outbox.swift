import AsyncPrimitives
import Synchronization

/// The messages that a client has accepted and the operating system has not taken yet, in order.
///
/// A transport gets one message at a time, the next one when the system has taken the one before. So a connection that breaks
/// has begun no more than one message, which fails; the others go out on the next connection.
final class Outbox: Sendable {
    /// The connection that messages go out on.
    struct Connection {
        let transport: any Transport
        /// Called when a message could not be sent.
        let failed: @Sendable (TransportError) -> Void
    }

    private struct Entry {
        let message: Socket.Message
        let send: PendingSend
    }

    private struct State {
        /// The messages in the socket's queue, in the order of that queue: their handles and sizes.
        var accepted = Queue<(send: PendingSend, size: Int)>()
        /// The messages that the socket wants to be sent.
        var due = Queue<Entry>()
        /// The number and the bytes of all messages that are accepted, due or being sent.
        var count = 0, bytes = 0
        /// Set while a session runs; cleared when it ends, and when a message could not be sent.
        var connection: Connection?
        /// Counts connections: a message may be finished when its connection is no longer the current one.
        var generation = 0
        /// Set while the current connection has a message that the system has not taken.
        var isSending = false
        /// Set while a thread hands messages to the transport: it also sees those that become due by then.
        var isHandingOver = false

        mutating func finish(size: Int) {
            count -= 1
            bytes -= size
        }

        /// The next message for the current connection; `nil` ends the handing over.
        mutating func next(all: Bool) -> (entry: Entry, connection: Connection, generation: Int)? {
            guard let connection, all || !isSending, let entry = due.popFirst() else {
                isHandingOver = false
                return nil
            }
            isHandingOver = true
            isSending = true
            return (entry, connection, generation)
        }
    }

    private let limit: Int
    private let byteLimit: Int
    private let state = Mutex(State())
    /// Locked while messages are handed to a transport, which keeps their order; never within the lock of the state.
    private let handover = Mutex(())

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    deinit { fail(.disconnected) }

    // MARK: Accepting

    /// Adds a new message, which the socket has to accept as well.
    ///
    /// - Parameter size: The number of its bytes.
    /// - Returns: Its handle.
    /// - Throws: `SocketError.queueIsFull` or `SocketError.queueIsTooLarge` if a limit is reached.
    func add(size: Int) throws(SocketError) -> PendingSend {
        let send = PendingSend()
        let error = state.withLock { state -> SocketError? in
            guard state.count < limit else { return .queueIsFull(limit: limit) }
            // One that is larger than the limit goes alone, or it could never be sent.
            guard state.count == 0 || size <= byteLimit - state.bytes else {
                return .queueIsTooLarge(byteLimit: byteLimit)
            }
            state.accepted.append((send, size))
            state.count += 1
            state.bytes += size
            return nil
        }
        if let error { throw error }
        return send
    }

    /// Removes the message that was added last.
    func removeLast() {
        state.withLock { state in
            if let (_, size) = state.accepted.popLast() { state.finish(size: size) }
        }
    }

    // MARK: Sending

    /// Sends a message after all earlier ones; it is the first of those that were added and not sent yet.
    func send(_ message: Socket.Message) {
        state.withLock { state in
            guard let (send, _) = state.accepted.popFirst() else { fatalError("The message was never accepted.") }
            state.due.append(Entry(message: message, send: send))
        }
        handOver()
    }

    /// Sends the messages that wait, and later ones, on a connection whose session runs.
    func open(_ connection: Connection) {
        state.withLock { state in
            state.connection = connection
            state.generation += 1
            state.isSending = false
        }
        handOver()
    }

    /// Hands over all messages at once, before a session or a connection is ended in an orderly way.
    func flush() {
        // Waits for a thread that is handing over, so that nothing overtakes its message.
        handover.withLock { _ in handOver(all: true) }
        close()
    }

    /// Sends nothing more until there is another connection.
    func close() { state.withLock { $0.connection = nil } }

    private func handOver() {
        // A transport may complete a message while it takes it: then the call further up goes on.
        guard !state.withLock({ $0.isHandingOver }) else { return }
        handover.withLock { _ in handOver(all: false) }
    }

    private func handOver(all: Bool) {
        while let (entry, connection, generation) = state.withLock({ $0.next(all: all) }) {
            connection.transport.send(entry.message) { error in
                self.finish(entry, on: generation, error)
                if let error { connection.failed(error) }
            }
        }
    }

    private func finish(_ entry: Entry, on generation: Int, _ error: TransportError?) {
        state.withLock { state in
            state.finish(size: entry.message.byteCount)
            guard generation == state.generation else { return }
            state.isSending = false
            if error != nil { state.connection = nil }
        }
        entry.send.promise.fulfill(with: error.map { .failure(SocketError.transport($0)) } ?? .success(()))
        handOver()
    }

    // MARK: Failing

    /// Fails the messages that wait, which will not be sent.
    func fail(_ error: SocketError) {
        var (accepted, due) = state.withLock { state in
            defer {
                (state.accepted, state.due, state.connection) = (Queue(), Queue(), nil)
            }
            return (state.accepted, state.due)
        }
        while let entry = due.popFirst() { fail(entry.send, size: entry.message.byteCount, error) }
        while let (send, size) = accepted.popFirst() { fail(send, size: size, error) }
    }

    private func fail(_ send: PendingSend, size: Int, _ error: SocketError) {
        state.withLock { $0.finish(size: size) }
        send.promise.fulfill(with: .failure(error))
    }
}
