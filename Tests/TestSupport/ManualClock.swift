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

    /// Somebody who waits until so many tasks sleep.
    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var nextID = 0
        /// Those that are about to sleep; one that is cancelled by then is taken out.
        var drowsy: Set<Int> = []

        mutating func takeWatchers() -> [Watcher] {
            let due = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return due
        }
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many tasks sleep.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Waits until at least `count` tasks sleep.
    ///
    /// A task that was just started needs a while until it sleeps; this tells when, without guessing.
    public func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let due = state.withLock { state in
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return state.takeWatchers()
            }
            for watcher in due { watcher.continuation.resume() }
        }
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
                let due = state.withLock { state -> [Watcher] in
                    if state.drowsy.remove(id) == nil {
                        result = .failure(CancellationError())
                    } else if end <= state.now {
                        result = .success(())
                    } else {
                        state.sleepers.append(Sleeper(id: id, end: end, continuation: continuation))
                    }
                    return state.takeWatchers()
                }
                if let result { continuation.resume(with: result) }
                for watcher in due { watcher.continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                state.drowsy.remove(id)
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
