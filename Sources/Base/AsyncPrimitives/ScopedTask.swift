/// A task that is cancelled when its last reference is released.
package final class ScopedTask: Sendable {
    private enum Work {
        case task(Task<Void, Never>)
        case timer(Int, of: TimerQueue)
    }

    private let work: Work

    private init(_ work: Work) { self.work = work }

    package convenience init(_ body: @escaping @Sendable () async -> Void) { self.init(.task(Task(operation: body))) }

    /// A timer: runs `body` at a given time, unless the timer is released first.
    ///
    /// If `body` waits for an actor, it should then check whether its task was cancelled during the wait.
    package static func timer(
        at end: AnyClock.Instant, on clock: AnyClock, _ body: @escaping @Sendable () async -> Void
    ) -> ScopedTask {
        repeating(from: end, on: clock) {
            await body()
            return nil
        }
    }

    /// A repeating timer: runs `body` at a given time, or now, and again at each time that it returns, until it returns `nil`.
    package static func repeating(
        from start: AnyClock.Instant? = nil, on clock: AnyClock,
        _ body: @escaping @Sendable () async -> AnyClock.Instant?
    ) -> ScopedTask {
        if let timers = clock.timers { return ScopedTask(.timer(timers.add(at: start ?? clock.now, body), of: timers)) }
        return ScopedTask {
            var next = start
            repeat {
                if let next { guard (try? await clock.sleep(until: next)) != nil else { return } }
                next = await body()
            } while next != nil
        }
    }

    deinit {
        switch work {
        case .task(let task): task.cancel()
        case .timer(let id, let timers): timers.cancel(id)
        }
    }
}
