import AsyncPrimitives
import Synchronization

/// The messages that a client has accepted and the operating system has not taken yet, in order.
///
/// A transport gets one message at a time, or a batch if it is a ``BatchTransport``. It gets the next messages when the
/// system has taken the previous ones. So if a connection breaks, at most one message was begun, and fails. All other
/// messages go out on the next connection.
final class SendQueue: Sendable {
    private struct Entry {
        let message: Socket.Message
        let send: PendingSend
    }

    private struct Batch {
        let entries: [Entry]
        let connection: Connection
        /// The value of `State.generation` when the batch was taken.
        let generation: Int
        /// The value of `State.failures` when the batch was taken.
        let failures: Int
    }

    private struct State {
        /// The handles and sizes of the messages in the socket's queue, in the same order.
        var accepted = Queue<(send: PendingSend, size: Int)>()
        /// The messages that the socket has sent, but no transport has got.
        var due = Queue<Entry>()
        /// The number and the total size of all messages that are accepted, due or being sent.
        var count = 0, bytes = 0
        /// The connection to send on; `nil` without a session, and after a message could not be sent.
        var connection: Connection?
        /// The number of the current connection. A message may be finished after another connection has become current.
        var generation = 0
        /// The number of calls that failed all waiting messages. Unsent messages of older batches have failed.
        var failures = 0
        /// True while the current connection has a message that the system has not taken.
        var isSending = false
        /// The number of batches with messages that may come back unsent. Later messages wait for these batches.
        var batchesUnderWay = 0
        /// The number of batches in `batchesUnderWay` that belong to earlier connections.
        var olderBatchesUnderWay = 0
        /// The unsent messages that came back from batches, until the last batch in progress has ended.
        var returned: [Entry] = []
        /// True while a thread passes messages to the transport, even messages that become due during that time.
        var isPassing = false

        mutating func finish(size: Int) {
            count -= 1
            bytes -= size
        }

        /// Takes the next messages for the current connection; `nil` if none is due, or earlier batches must end.
        ///
        /// If `all` is true, only batches of earlier connections must end first.
        mutating func nextBatch(all: Bool) -> Batch? {
            let isFree = all ? olderBatchesUnderWay == 0 : !isSending && batchesUnderWay == 0
            guard let connection, isFree, returned.isEmpty, let first = due.popFirst() else {
                isPassing = false
                return nil
            }
            var entries = [first]
            if connection.returnsMessages {
                var size = first.message.byteCount
                while entries.count < SendQueue.batchLimit, let next = due.first,
                    next.message.byteCount <= SendQueue.batchByteLimit - size, let entry = due.popFirst()
                {
                    size += next.message.byteCount
                    entries.append(entry)
                }
                batchesUnderWay += 1
            }
            isPassing = true
            isSending = true
            return Batch(entries: entries, connection: connection, generation: generation, failures: failures)
        }

        /// Applies the result of a batch: messages that were not begun become due again.
        ///
        /// If all messages have failed since the batch was taken, this returns the messages that were not begun
        /// instead.
        mutating func finish(_ batch: Batch, _ result: BatchResult) -> ArraySlice<Entry> {
            let begun = batch.entries.prefix(result.sent + result.cut)
            for entry in begun { finish(size: entry.message.byteCount) }
            let isCurrent = generation == batch.generation
            if isCurrent {
                isSending = false
                if result.error != nil { connection = nil }
            }
            let rest = batch.entries[begun.count...]
            let haveFailed = batch.failures != failures
            if haveFailed {
                for entry in rest { finish(size: entry.message.byteCount) }
            } else {
                returned += rest
            }
            if batch.connection.returnsMessages {
                batchesUnderWay -= 1
                if !isCurrent { olderBatchesUnderWay -= 1 }
                if batchesUnderWay == 0 {
                    due.prepend(returned)
                    returned = []
                }
            }
            return haveFailed ? rest : []
        }
    }

    /// The greatest number and total size of the messages that a transport gets at once; a larger message goes alone.
    private static let batchLimit = 256, batchByteLimit = 256 << 10

    private let limit: Int
    private let byteLimit: Int
    private let state = Mutex(State())
    /// Locked while messages are passed to a transport, for their order. Never lock it within `state`.
    private let passing = Mutex(())

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    deinit { fail(.disconnected) }

    // MARK: Accepting

    /// Adds a message of a size, and returns its handle. The socket must accept the message as well.
    ///
    /// Throws `SocketError.queueIsFull` if a limit is reached.
    func add(size: Int) throws(SocketError) -> PendingSend {
        let send = PendingSend()
        let error = state.withLock { state -> SocketError? in
            guard state.count < limit else { return .queueIsFull(limit: limit) }
            // An empty queue accepts a message above the limit, or it could never be sent.
            guard state.count == 0 || size <= byteLimit - state.bytes else {
                return .queueIsFull(limit: byteLimit, ofBytes: true)
            }
            state.accepted.append((send, size))
            state.count += 1
            state.bytes += size
            return nil
        }
        if let error { throw error }
        return send
    }

    func removeLast() {
        state.withLock { state in
            if let (_, size) = state.accepted.popLast() { state.finish(size: size) }
        }
    }

    // MARK: Sending

    /// Sends a message of the socket after all earlier messages. Its handle is the oldest in `accepted`.
    func send(_ message: Socket.Message) {
        state.withLock { state in
            guard let (send, _) = state.accepted.popFirst() else { fatalError("The message was never accepted.") }
            state.due.append(Entry(message: message, send: send))
        }
        pass()
    }

    /// Sends the waiting messages, and later messages, on a connection with a session.
    func open(_ connection: Connection) {
        state.withLock { state in
            state.connection = connection
            state.generation += 1
            state.isSending = false
            state.olderBatchesUnderWay = state.batchesUnderWay
        }
        pass()
    }

    /// Passes all messages to the transport at once, because the session or the connection is about to end.
    func flush() {
        // The lock waits for a thread that is passing messages, so that no message overtakes another.
        passing.withLock { _ in pass(all: true) }
        close()
    }

    /// Stops sending until another connection is opened.
    func close() {
        // The connection is released outside of the lock.
        _ = state.withLock { $0.connection.take() }
    }

    private func pass() {
        // A transport may complete a message while it takes the message. Then the outer call of this method continues.
        guard !state.withLock({ $0.isPassing }) else { return }
        passing.withLock { _ in pass(all: false) }
    }

    private func pass(all: Bool) {
        while let batch = state.withLock({ $0.nextBatch(all: all) }) {
            batch.connection.send(batch.entries.map(\.message)) { result in
                self.finish(batch, result)
                if let error = result.error { batch.connection.failed(error) }
            }
        }
    }

    private func finish(_ batch: Batch, _ result: BatchResult) {
        let failed = state.withLock { $0.finish(batch, result) }
        let problem = result.error.map { Result<Void, any Error>.failure(SocketError.transport($0)) } ?? .success(())
        for entry in batch.entries.prefix(result.sent) { entry.send.promise.fulfill(with: .success(())) }
        for entry in batch.entries.dropFirst(result.sent).prefix(result.cut) {
            entry.send.promise.fulfill(with: problem)
        }
        for entry in failed { entry.send.promise.fulfill(with: problem) }
        pass()
    }

    // MARK: Failing

    func fail(_ error: SocketError) {
        close()
        var (accepted, returned, due) = state.withLock { state in
            state.failures += 1
            defer { (state.accepted, state.returned, state.due) = (Queue(), [], Queue()) }
            return (state.accepted, state.returned, state.due)
        }
        for entry in returned { fail(entry.send, size: entry.message.byteCount, error) }
        while let entry = due.popFirst() { fail(entry.send, size: entry.message.byteCount, error) }
        while let (send, size) = accepted.popFirst() { fail(send, size: size, error) }
    }

    private func fail(_ send: PendingSend, size: Int, _ error: SocketError) {
        state.withLock { $0.finish(size: size) }
        send.promise.fulfill(with: .failure(error))
    }
}
