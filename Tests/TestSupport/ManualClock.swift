import Synchronization

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
        /// The callers of `waitForSleepers(_:)`.
        var waiters: [(count: Int, stream: AsyncStream<Void>.Continuation)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of sleeping tasks.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// The number of tasks that were cancelled while they slept.
    public var cancelled: Int { state.withLock { $0.cancelled } }

    /// The number of calls of `sleep(until:tolerance:)` so far.
    public var sleeps: Int { state.withLock { $0.nextID } }

    /// Waits until at least `count` tasks sleep.
    ///
    /// A task that has just been started needs a while until it sleeps. The wait ends early when its own task is cancelled.
    public func waitForSleepers(_ count: Int) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.sleepers.count >= count {
                continuation.finish()
            } else {
                state.waiters.append((count, continuation))
            }
        }
        for await _ in stream {}
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
                    let count = state.sleepers.count
                    let served = state.waiters.filter { $0.count <= count }.map(\.stream)
                    state.waiters.removeAll { $0.count <= count }
                    return served
                }
                // Outside the lock, which a cancellation may wait for.
                if let result { continuation.resume(with: result) }
                for waiter in served { waiter.finish() }
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
