import Dispatch
import Sockets

/// A timer on a serial queue, with one time at most.
struct QueueTimer {
    private var source: (any DispatchSourceTimer)?

    /// Calls a handler at a time, unless this is called again or the timer is cancelled before.
    mutating func wait(until time: DispatchTime, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source?.cancel()
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: handler)
        source.schedule(deadline: time)
        source.activate()
        self.source = source
    }

    mutating func cancel() {
        source?.cancel()
        source = nil
    }
}

extension Duration {
    /// The same, as Dispatch counts; more than thirty years are thirty years, and a negative time is none.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(1_000_000_000)).components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
