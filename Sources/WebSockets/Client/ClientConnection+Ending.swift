import Dispatch
import Sockets

/// How a connection ends: once.
extension ClientConnection {
    /// Ends the connection in words: the last event happens now, and the farewell is on its way.
    func finish(_ ending: TransportEvent.Ending, farewell: [UInt8]) {
        let hasDropped = output.queue.dropUnstarted(
            ending.error ?? .connectionLost("the peer has closed the connection"))
        // The own close frame is the last one: if anything was dropped, it was.
        if phase == .open || hasDropped { output.queue.append(farewell) }
        phase = .lingering
        flush()
        events.put(.ended(ending))?.resume()
        // The stream and its handlers keep the connection until then, and nothing does once the peer has closed.
        queue.asyncAfter(deadline: .now() + lingerTime) { [weak self] in self?.tearDown() }
    }

    /// Ends the connection without a word.
    func end(_ error: TransportError, event: TransportEvent? = nil) {
        guard phase != .over, phase != .lingering else { return }
        phase = .over
        closeStream(error)
        events.put(event ?? .ended(.abnormal(error)))?.resume()
    }

    func tearDown() {
        phase = .over
        closeStream(.aborted)
    }

    private func closeStream(_ error: TransportError) {
        output.queue.dropAll(error)
        stream?.close()
        stream = nil
    }
}
