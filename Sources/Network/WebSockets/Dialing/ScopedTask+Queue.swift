import AsyncPrimitives
import Dispatch

extension ScopedTask {
    /// A timer that calls a handler on a queue, unless it is released before.
    ///
    /// A call that waits for its turn on the queue comes although the timer is released by then.
    static func timer(
        after time: Duration, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> ScopedTask {
        // A timer of Dispatch would cost two changes of threads.
        let clock = AnyClock(ContinuousClock())
        return timer(at: clock.now + time, on: clock) { queue.async(execute: handler) }
    }
}
