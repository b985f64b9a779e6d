import Synchronization

/// The timers of a clock. They share one sleeping task.
///
/// A separate sleeping task takes 2 KiB. When it is cancelled, it leaves a timer of the system behind until the timer's
/// time has come. A timer in this queue takes 100 bytes, which are freed soon after it is cancelled.
///
/// - Complexity: Adding and cancelling take O(log *n*) for *n* timers on average.
package final class TimerQueue: Sendable {
    /// The work of a timer. It returns the next time to run, or `nil` when the timer is over.
    package typealias Work = @Sendable () async -> AnyClock.Instant?

    private enum Timer {
        case waiting(Work)
        case running(Task<Void, Never>)
    }

    private struct State {
        var timers: [Int: Timer] = [:]
        var nextID = 0
        /// The times of the waiting timers, and of some cancelled timers.
        var times = TimeHeap()
        /// The task that sleeps until the earliest time, or until the earlier time of a cancelled timer.
        var sleeper: (end: AnyClock.Instant, task: Task<Void, Never>)?
    }

    /// The clock. It must not retain this queue.
    private let clock: AnyClock
    private let state = Mutex(State())

    package init(_ clock: AnyClock) { self.clock = clock }

    deinit { state.withLock { $0.sleeper?.task.cancel() } }

    /// The number of stored times, including times of cancelled timers.
    package var count: Int { state.withLock { $0.times.count } }

    /// Adds a timer, and returns its ID for `cancel(_:)`.
    package func add(at end: AnyClock.Instant, _ work: @escaping Work) -> Int {
        state.withLock { state in
            state.nextID += 1
            state.timers[state.nextID] = .waiting(work)
            schedule(state.nextID, at: end, in: &state)
            return state.nextID
        }
    }

    /// Cancels a timer, and its work if that is in progress. If the timer is over, this does nothing.
    package func cancel(_ id: Int) {
        // The work is released, and the task cancelled, outside the lock.
        let timer = state.withLock { state in
            let timer = state.timers.removeValue(forKey: id)
            if case .waiting = timer { state.times.noteCancelled { state.timers[$0] != nil } }
            return timer
        }
        if case .running(let task) = timer { task.cancel() }
    }

    private func schedule(_ id: Int, at end: AnyClock.Instant, in state: inout State) {
        state.times.insert(end, id)
        sleep(until: end, in: &state)
    }

    /// Makes sure that a task wakes at a time or earlier.
    private func sleep(until end: AnyClock.Instant, in state: inout State) {
        if let sleeper = state.sleeper {
            guard end < sleeper.end else { return }
            sleeper.task.cancel()
        }
        let task = Task.detached { [weak self, clock] in
            // A cancelled sleeper must not wake the queue, because another sleeper has replaced it.
            if (try? await clock.sleep(until: end)) != nil { self?.wake(from: end) }
        }
        state.sleeper = (end, task)
    }

    /// Runs all timers that are due.
    private func wake(from end: AnyClock.Instant) {
        state.withLock { state in
            // If a sleeper was replaced after it woke, its replacement runs all due timers.
            guard state.sleeper?.end == end else { return }
            state.sleeper = nil
            let now = clock.now
            while let first = state.times.first {
                guard case .waiting(let work) = state.timers[first.id] else {
                    state.times.removeFirst()
                    continue
                }
                guard first.end <= now else { return sleep(until: first.end, in: &state) }
                state.times.removeFirst()
                state.timers[first.id] = .running(Task.detached { [weak self] in await self?.run(work, of: first.id) })
            }
        }
    }

    private func run(_ work: @escaping Work, of id: Int) async {
        let next = await work()
        state.withLock { state in
            guard state.timers[id] != nil else { return }
            state.timers[id] = next.map { _ in .waiting(work) }
            if let next { schedule(id, at: next, in: &state) }
        }
    }
}
