import Sockets
import Synchronization

/// A clock that stands still until it is told to advance, so that nobody has to wait for anything.
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
        /// Those that are about to sleep; one that is cancelled by then is taken out.
        var drowsy: Set<Int> = []
        var cancelled = 0
        /// How many have begun to sleep.
        var begun = 0
    }

    private let state = Mutex(State())
    /// How many tasks have begun to sleep, and slept then: who waits for a number does not miss it.
    private let sleeperBoard = Board((begun: 0, count: 0), limit: .max)

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many tasks sleep.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// How many tasks were cancelled in their sleep.
    public var cancelled: Int { state.withLock { $0.cancelled } }

    /// How many times a task has begun to sleep, since the beginning.
    public var sleeps: Int { state.withLock { $0.nextID } }

    /// Waits until at least `count` tasks sleep.
    ///
    /// A task that was just started needs a while until it sleeps; this tells when, without guessing.
    public func waitForSleepers(_ count: Int) async {
        // Taken before the look at what is so now: changes are not told in order, and the newest need not be the last.
        let changes = sleeperBoard.values
        let (begun, present) = state.withLock { ($0.begun, $0.sleepers.count) }
        if present >= count { return }
        // What is posted may be from before this.
        for await change in changes where change.begun > begun && change.count >= count { return }
    }

    /// Lets time pass, and wakes those whose time has come, the earliest first.
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
                let change = state.withLock { state in
                    if state.drowsy.remove(id) == nil {
                        result = .failure(CancellationError())
                    } else if end <= state.now {
                        result = .success(())
                    } else {
                        state.sleepers.append(Sleeper(id: id, end: end, continuation: continuation))
                        state.begun += 1
                    }
                    return (state.begun, state.sleepers.count)
                }
                // Not within the lock, which a cancellation may wait for: nobody can be woken whom it is about.
                if let result { continuation.resume(with: result) } else { sleeperBoard.post(change) }
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
