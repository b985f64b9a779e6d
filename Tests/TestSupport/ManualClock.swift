import Synchronization
import Testing

/// A clock that stands still until a test advances it.
public final class ManualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        let offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var nextID = 0
        /// The IDs of tasks that are about to sleep; a task that is cancelled before is removed.
        var drowsy: Set<Int> = []
        var cancelled = 0
        /// The callers of `waitForSleepers(due:)`, each with the times at which the awaited sleepers wake.
        var waiters: [(ends: [Instant], stream: AsyncStream<Void>.Continuation)] = []

        /// The durations until the sleepers wake, the shortest first.
        var due: [Duration] { sleepers.map { now.duration(to: $0.end) }.sorted() }

        /// Removes and returns the waiters for which all awaited tasks sleep.
        mutating func takeServed() -> [AsyncStream<Void>.Continuation] {
            let isServed = { [sleepers] (ends: [Instant]) in
                var slept = sleepers.map(\.end)
                return ends.allSatisfy { end in slept.firstIndex(of: end).map { slept.remove(at: $0) } != nil }
            }
            defer { waiters.removeAll { isServed($0.ends) } }
            return waiters.filter { isServed($0.ends) }.map(\.stream)
        }
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of tasks that were cancelled while they slept.
    public var cancelled: Int { state.withLock { $0.cancelled } }

    /// The number of calls of `sleep(until:tolerance:)` so far.
    public var sleeps: Int { state.withLock { $0.nextID } }

    /// The durations until the sleeping tasks wake, the shortest first.
    public var due: [Duration] { state.withLock { $0.due } }

    /// Waits until tasks sleep that wake after these durations, a separate task for each.
    ///
    /// A task that has just been started needs a while until it sleeps. When the test's time limit cancels the wait, it
    /// reports what it waited for.
    public func waitForSleepers(due durations: Duration..., sourceLocation: SourceLocation = #_sourceLocation) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let served = state.withLock { state in
            state.waiters.append((durations.map { state.now.advanced(by: $0) }, continuation))
            return state.takeServed()
        }
        for waiter in served { waiter.yield() }
        if await stream.first(where: { true }) == nil {
            Issue.record(
                "Waited for sleepers due in \(durations), not \(due).", sourceLocation: sourceLocation)
        }
    }

    /// Waits until a task sleeps that wakes after `duration`, and advances the time by that.
    ///
    /// So the task wakes, even if it was only about to sleep.
    public func wake(after duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await waitForSleepers(due: duration, sourceLocation: sourceLocation)
        advance(by: duration)
    }

    /// Advances the time, and wakes the tasks that are due, the earliest first.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let woken = state.sleepers.filter { $0.end <= now }.sorted { $0.end < $1.end }
            state.sleepers.removeAll { $0.end <= now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    public func sleep(until end: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            state.drowsy.insert(state.nextID)
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                var result: Result<Void, any Error>?
                let served = state.withLock { state -> [AsyncStream<Void>.Continuation] in
                    if state.drowsy.remove(id) == nil {
                        result = .failure(CancellationError())
                    } else if end <= state.now {
                        result = .success(())
                    } else {
                        state.sleepers.append(Sleeper(id: id, end: end, continuation: continuation))
                    }
                    return state.takeServed()
                }
                // Outside the lock, which a cancellation may wait for.
                if let result { continuation.resume(with: result) }
                for waiter in served { waiter.yield() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                state.drowsy.remove(id)
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
                state.cancelled += 1
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
