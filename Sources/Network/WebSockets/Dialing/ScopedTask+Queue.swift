import AsyncPrimitives
import Dispatch

extension ScopedTask {
    /// A timer that calls a handler on a queue, unless the timer is released first.
    ///
    /// A call that already waits on the queue is made even if the timer is released.
    static func timer(
        after time: Duration, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> ScopedTask {
        // A timer of Dispatch would cost two changes of threads.
        let clock = AnyClock(ContinuousClock())
        return timer(at: clock.now + time, on: clock) { queue.async(execute: handler) }
    }
}
