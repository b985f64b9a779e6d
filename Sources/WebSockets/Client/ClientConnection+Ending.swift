import Dispatch
import Sockets

/// How a connection ends: once.
extension ClientConnection {
    /// Ends the connection in words: the last event happens now, and the farewell is on its way.
    func finish(_ ending: TransportEvent.Ending, farewell: [UInt8]) {
        let hasDropped = unwritten.dropUnstarted(ending.error ?? .connectionLost("the peer has closed the connection"))
        // The own close frame is the last one: if anything was dropped, it was.
        if phase == .open || hasDropped { unwritten.append(farewell) }
        phase = .lingering
        writeOn()
        events.put(.ended(ending))?.make()
        // The stream and its handlers keep the connection until then, and nothing does once the peer has closed.
        queue.asyncAfter(deadline: .now() + lingerTime) { [weak self] in self?.letGo() }
    }

    /// Ends the connection without a word.
    func end(_ error: TransportError, event: TransportEvent? = nil) {
        guard phase != .over, phase != .lingering else { return }
        phase = .over
        closeStream(error)
        events.put(event ?? .ended(.abnormal(error)))?.make()
    }

    func letGo() {
        phase = .over
        closeStream(.aborted)
    }

    private func closeStream(_ error: TransportError) {
        unwritten.dropAll(error)
        stream?.close()
        stream = nil
    }
}
