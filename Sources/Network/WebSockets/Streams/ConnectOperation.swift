import AsyncPrimitives
import Dispatch
import Sockets

/// The completion handler and the deadline of a stream that is opening.
///
/// It is used on the serial queue of the stream only.
struct ConnectOperation {
    /// Set when opening begins or ends, never cleared: a stream opens once, and not after its end.
    private(set) var hasBegun = false
    private var completion: ((TransportError?) -> Void)?
    private var deadline: ScopedTask?

    /// True while the handler is still to be called.
    var isUnderWay: Bool { completion != nil }

    /// Begins to open. The stream stays until the completion has been called, once, even if its owner has released it.
    mutating func begin(keeping stream: AnyObject, _ completion: @escaping (TransportError?) -> Void) {
        guard !hasBegun else { fatalError("A stream is connected once.") }
        hasBegun = true
        self.completion = { error in withExtendedLifetime(stream) { completion(error) } }
    }

    /// Calls a handler when opening has taken so long, unless it has ended before.
    mutating func setDeadline(after timeout: Duration, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void)
    {
        deadline = .timer(after: timeout, on: queue, handler)
    }

    /// Ends opening. Returns the completion handler, which the caller calls; `nil` if there is none, or it was returned
    /// before.
    mutating func end() -> ((TransportError?) -> Void)? {
        hasBegun = true
        deadline = nil
        return completion.take()
    }

    /// Ends opening, and calls the completion handler a little later, as a stream calls its handlers.
    mutating func abort(on queue: DispatchQueue) {
        // Sound: it goes back to the queue that it came from.
        nonisolated(unsafe) let completion = end()
        if completion != nil { queue.async { completion?(.aborted) } }
    }
}
