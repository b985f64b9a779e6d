import Dispatch
import Sockets

/// The completion handler and the deadline of a stream that is opening.
///
/// It is used on the serial queue of the stream only.
struct ConnectCompletion {
    /// Set when opening begins or ends, never cleared: a stream opens once, and not after its end.
    private(set) var hasBegun = false
    private var completion: ((TransportError?) -> Void)?
    private var timer: (any DispatchSourceTimer)?

    /// True while the handler is still to be called.
    var isUnderWay: Bool { completion != nil }

    mutating func begin(_ completion: @escaping (TransportError?) -> Void) {
        guard !hasBegun else { fatalError("A stream is connected once.") }
        hasBegun = true
        self.completion = completion
    }

    /// Calls a handler at a time, unless this is called again or opening has ended before.
    mutating func wait(until time: DispatchTime, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler(handler: handler)
        timer.schedule(deadline: time)
        timer.activate()
        self.timer = timer
    }

    /// Ends opening.
    ///
    /// - Returns: The completion handler, which the caller calls; `nil` if there is none, or it was returned before.
    mutating func end() -> ((TransportError?) -> Void)? {
        hasBegun = true
        timer?.cancel()
        timer = nil
        return completion.take()
    }

    /// Ends opening, and calls the completion handler a little later, as a stream calls its handlers.
    mutating func abort(on queue: DispatchQueue) {
        // Sound: it goes back to the queue that it came from.
        nonisolated(unsafe) let completion = end()
        if completion != nil { queue.async { completion?(.aborted) } }
    }
}
