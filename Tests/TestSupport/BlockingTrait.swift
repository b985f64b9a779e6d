import Foundation
import Testing

/// Lets tests wait for programs without holding others up.
///
/// Tests share a few threads, as many as there are cores. Who waits there without `await`, be it for a program or a
/// terminal, keeps everybody else from running, and timers go off meanwhile. So these tests run on threads of their own,
/// a few at a time.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// The tests wait for something other than tasks.
    public static var blocking: BlockingTrait { BlockingTrait() }
}

/// Runs tasks on threads that may be blocked.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    private let queue = OperationQueue()

    private init() { queue.maxConcurrentOperationCount = 4 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
