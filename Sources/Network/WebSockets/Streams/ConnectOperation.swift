import AsyncPrimitives
import Dispatch
import Sockets

/// The completion handler and the deadline of a stream that is opening.
///
/// Use it on the serial queue of the stream only.
struct ConnectOperation {
    /// True once opening has begun or ended. A stream opens only once, and never after it was closed.
    private(set) var hasBegun = false
    private var completion: ((TransportError?) -> Void)?
    private var deadline: ScopedTask?

    var isUnderWay: Bool { completion != nil }

    /// Begins opening. Until the completion handler is called, it retains the stream.
    mutating func begin(keeping stream: AnyObject, _ completion: @escaping (TransportError?) -> Void) {
        guard !hasBegun else { fatalError("A stream is connected once.") }
        hasBegun = true
        self.completion = { error in withExtendedLifetime(stream) { completion(error) } }
    }

    /// Calls `handler` after a timeout, unless opening has ended before.
    mutating func setDeadline(after timeout: Duration, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void)
    {
        deadline = .timer(after: timeout, on: queue, handler)
    }

    /// Ends opening, and returns the completion handler, which the caller must call.
    ///
    /// Returns `nil` if opening has not begun, or has ended before.
    mutating func end() -> ((TransportError?) -> Void)? {
        hasBegun = true
        deadline = nil
        return completion.take()
    }

    /// Ends opening, and calls the completion handler a little later, not during this call.
    mutating func abort(on queue: DispatchQueue) {
        // Sound: the handler goes back to the queue that it came from.
        nonisolated(unsafe) let completion = end()
        if completion != nil { queue.async { completion?(.aborted) } }
    }
}

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
