import Foundation
import Testing

/// Runs tests that wait for programs on separate threads.
///
/// Tests share as many threads as there are cores. A test that waits for a program or a terminal without `await` keeps
/// all others from running, while their timers go off. So these tests run on separate threads, a few at a time.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// For tests that block their thread.
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
