import Sockets
import Synchronization

/// Counts the outcomes of a batch's messages, and reports their sum when all are known.
final class BatchProgress: Sendable {
    private let count: Int
    private let completion: @Sendable (BatchResult) -> Void
    private let progress = Mutex((result: BatchResult(sent: 0), ended: 0))

    /// Creates a count for at least one message; calls the completion when all outcomes are known.
    init(count: Int, completion: @escaping @Sendable (BatchResult) -> Void) {
        self.count = count
        self.completion = completion
    }

    /// Adds the outcome of the next message.
    func note(_ outcome: WriteQueue.Outcome) {
        let result = progress.withLock { progress -> BatchResult? in
            progress.ended += 1
            if outcome == .sent { progress.result.sent += 1 }
            if case .cut = outcome { progress.result.cut += 1 }
            progress.result.error = progress.result.error ?? outcome.error
            return progress.ended == count ? progress.result : nil
        }
        if let result { completion(result) }
    }
}
