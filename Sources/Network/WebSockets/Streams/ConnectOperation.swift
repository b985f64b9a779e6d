import AsyncPrimitives
import Dispatch
import Sockets

/// The completion handler and the deadline of a stream that is opening.
///
/// Use it on the serial queue of the stream only.
struct ConnectOperation {
    /// True once opening has begun or ended: a stream opens once, and not after its end.
    private(set) var hasBegun = false
    private var completion: ((TransportError?) -> Void)?
    private var deadline: ScopedTask?

    /// True while the handler is still to be called.
    var isUnderWay: Bool { completion != nil }

    /// Begins to open. The completion retains the stream until it has been called, once.
    mutating func begin(keeping stream: AnyObject, _ completion: @escaping (TransportError?) -> Void) {
        guard !hasBegun else { fatalError("A stream is connected once.") }
        hasBegun = true
        self.completion = { error in withExtendedLifetime(stream) { completion(error) } }
    }

    /// Calls a handler after a timeout, unless opening has ended first.
    mutating func setDeadline(after timeout: Duration, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void)
    {
        deadline = .timer(after: timeout, on: queue, handler)
    }

    /// Ends opening. Returns the completion handler for the caller to call; `nil` before opening, or if it was already
    /// returned.
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
