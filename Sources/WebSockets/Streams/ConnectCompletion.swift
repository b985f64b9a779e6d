import Dispatch
import Sockets

/// Who is to be told whether a stream has opened, and when that takes too long.
///
/// It is used on the serial queue of the stream only.
struct ConnectCompletion {
    /// Whether it has been begun or ended: it is begun once, and not after its end.
    private(set) var hasBegun = false
    private var completion: ((TransportError?) -> Void)?
    private var timer: (any DispatchSourceTimer)?

    /// Whether somebody is still to be told.
    var isUnderWay: Bool { completion != nil }

    mutating func begin(_ completion: @escaping (TransportError?) -> Void) {
        guard !hasBegun else { fatalError("A stream is connected once.") }
        hasBegun = true
        self.completion = completion
    }

    /// Calls the handler at a time, unless this is called again or opening has ended before.
    mutating func wait(until time: DispatchTime, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler(handler: handler)
        timer.schedule(deadline: time)
        timer.activate()
        self.timer = timer
    }

    /// Waits no longer.
    ///
    /// - Returns: Who is to be told how it has ended, or `nil` if nobody is.
    mutating func end() -> ((TransportError?) -> Void)? {
        hasBegun = true
        timer?.cancel()
        timer = nil
        return completion.take()
    }

    /// Waits no longer, and says so a little later, as a stream calls its handlers.
    mutating func abort(on queue: DispatchQueue) {
        // Sound: it goes back to the queue that it came from.
        nonisolated(unsafe) let completion = end()
        if completion != nil { queue.async { completion?(.aborted) } }
    }
}
