import Sockets
import Synchronization

/// The results that completions of messages were called with.
final class Receipts: Sendable {
    private let errors: Mutex<[Int: [TransportError?]]> = Mutex([:])
    private let stream = AsyncStream<Void>.makeStream()

    /// The completion of a message.
    func completion(of message: Int = 0) -> @Sendable (TransportError?) -> Void {
        { error in
            self.errors.withLock { $0[message, default: []].append(error) }
            self.stream.continuation.yield()
        }
    }

    /// Waits until so many completions were called.
    func wait(for count: Int = 1) async {
        var calls = stream.stream.makeAsyncIterator()
        for _ in 0..<count { await calls.next() }
    }

    /// All calls, by message.
    var all: [Int: [TransportError?]] { errors.withLock { $0 } }
}
