import AsyncPrimitives
import Dispatch

extension ScopedTask {
    /// A timer that calls a handler on a queue, unless the timer is released first.
    ///
    /// If the time has passed and the call waits on the queue, releasing the timer does not prevent the call.
    static func timer(
        after time: Duration, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> ScopedTask {
        // A timer of Dispatch would change threads twice.
        let clock = AnyClock(ContinuousClock())
        return timer(at: clock.now + time, on: clock) { queue.async(execute: handler) }
    }
}
