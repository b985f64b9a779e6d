import AsyncPrimitives
import Sockets
import Synchronization

extension ClientConnection {
    /// Sends the close frame, unless it was sent before, and reports the last event without waiting for the peer.
    func finish(_ ending: TransportEvent, dropping error: TransportError, closeFrame: [UInt8]) {
        let hasDropped = output.queue.dropUnstarted(error)
        // If any frame was dropped, the own close frame was dropped, too, because it comes last. So it is sent again.
        if phase == .open || hasDropped { output.queue.append(closeFrame) }
        phase = .lingering
        flush()
        putLast(ending)
    }

    /// Limits the time in which the peer may close the stream first. Often the peer has closed it already.
    func limitLingering() {
        guard phase == .lingering, lingeringTimer == nil else { return }
        // The stream and its handlers retain the connection until the peer has closed, or this timer fires.
        lingeringTimer = .timer(after: lingerTime, on: queue) { [weak self] in self?.tearDown() }
    }

    /// Ends the connection without a close frame. The last event is `event`, by default the error.
    func end(_ error: TransportError, event: TransportEvent? = nil) {
        guard phase != .over, phase != .lingering else { return }
        phase = .over
        closeStream(error)
        putLast(event ?? .abnormal(error))
    }

    /// Puts the last event, and drops received bytes that were not decoded.
    private func putLast(_ event: TransportEvent) {
        let delivery = input.withLock { input in
            input.isOpen = false
            input.bytes.discard()
            return input.events.put(event)
        }
        delivery?.resume()
    }

    func tearDown() {
        phase = .over
        closeStream(.aborted)
    }

    private func closeStream(_ error: TransportError) {
        openingTimer = nil
        output.queue.dropAll(error)
        stream?.close()
        stream = nil
    }
}
