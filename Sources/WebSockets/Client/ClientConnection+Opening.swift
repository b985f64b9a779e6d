import Sockets
import Synchronization

/// The opening of a connection.
extension ClientConnection {
    /// Sends the handshake if the stream is connected, and ends the connection if that failed.
    func connected(_ error: TransportError?) {
        guard phase == .connecting else { return }
        if let error { return end(error) }
        guard let handshake else { fatalError("A connection opens with a handshake.") }
        phase = .handshaking
        output.queue.append(handshake.request)
        flush()
        resumeReading()
    }

    func openingTimedOut() {
        if phase == .connecting || phase == .handshaking { end(.timedOut) }
    }

    func answered(_ answer: ClientHandshake.Answer) {
        handshake = nil
        openingTimer = nil
        switch answer {
        case .accepted(let subprotocol):
            phase = .open
            let delivery = input.withLock { input in
                input.isOpen = true
                return input.events.put(.opened(subprotocol: subprotocol))
            }
            delivery?.resume()
        case .refused(let status, let headers):
            end(.connectionLost("the connection was refused"), event: .refused(status: status, headers: headers))
        }
    }
}
