/// A task that is cancelled when its last reference is released.
package final class ScopedTask: Sendable {
    private let task: Task<Void, Never>

    package init(_ body: @escaping @Sendable () async -> Void) { task = Task(operation: body) }

    /// A timer: runs `body` at a given time, unless the timer is released before.
    ///
    /// A body that then waits for an actor should check there whether its task has been cancelled in between.
    package static func timer(
        at end: AnyClock.Instant, on clock: AnyClock, _ body: @escaping @Sendable () async -> Void
    ) -> ScopedTask {
        ScopedTask {
            guard (try? await clock.sleep(until: end)) != nil else { return }
            await body()
        }
    }

    /// A repeating timer: runs `body` now, and again at each time that it returns, until it returns `nil`.
    package static func repeating(
        on clock: AnyClock, _ body: @escaping @Sendable () async -> AnyClock.Instant?
    ) -> ScopedTask {
        ScopedTask {
            while let next = await body() {
                guard (try? await clock.sleep(until: next)) != nil else { return }
            }
        }
    }

    deinit { task.cancel() }
}
