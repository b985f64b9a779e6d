import Sockets
import Synchronization

/// A transport that is given batches, which stay under way until a test ends them.
final class HeldBatches: BatchTransport {
    typealias Batch = (messages: [Socket.Message], completion: @Sendable (BatchResult) -> Void)

    private let all = Mutex<[Batch]>([])

    /// The texts of each batch so far.
    var texts: [[String]] {
        all.withLock { $0.map(\.messages) }.map { messages in
            messages.map { if case .text(let text) = $0 { text } else { "(bytes)" } }
        }
    }

    /// Lets all batches go, which hold what waits for their end.
    func release() { all.withLock { $0 = [] } }

    /// Ends a batch.
    func end(_ number: Int, sent: Int, cut: Int = 0, _ error: TransportError? = nil) {
        all.withLock { $0[number] }.completion(BatchResult(sent: sent, cut: cut, error: error))
    }

    func send(_ messages: [Socket.Message], completion: @escaping @Sendable (BatchResult) -> Void) {
        all.withLock { $0.append((messages, completion)) }
    }

    // MARK: What an sendQueue has no use for

    func open(_ request: ConnectionRequest, timeout: Duration) {}
    func nextEvent() async -> TransportEvent { .ended(.abnormal(.aborted)) }
    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {}
    func ping() {}
    func close(code: CloseCode, reason: String) {}
    func abort() {}
    var inboundActivity: Int { 0 }
}
