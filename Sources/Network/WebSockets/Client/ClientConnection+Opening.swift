import AsyncPrimitives
import Dispatch
import Sockets
import Synchronization

extension ClientConnection {
    /// Sends the handshake if the stream is connected; ends the connection if connecting has failed.
    func connected(_ error: TransportError?) {
        guard phase == .connecting else { return }
        if let error { return end(error) }
        guard let handshake else { fatalError("A connection opens with a handshake.") }
        phase = .handshaking
        output.queue.append(handshake.request)
        flush()
        resumeReading()
    }

    /// Makes an opening fail after some time, unless it has succeeded or failed before. Only shortens an earlier limit.
    func limitOpening(to time: Duration) {
        let clock = AnyClock(ContinuousClock())
        let end = min(clock.now + time, openingEnd ?? clock.now + time)
        openingEnd = end
        openingTimer = .timer(after: end - clock.now, on: queue) { [weak self] in self?.openingTimedOut() }
    }

    private func openingTimedOut() {
        if phase == .connecting || phase == .handshaking { openingFailed(.timedOut) }
    }

    /// Ends an opening: with the refusal if its head has come in, or else with the error.
    func openingFailed(_ error: TransportError) {
        if let refusal = handshake?.refusalSoFar { answered(refusal) } else { end(error) }
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
        case .refused(let status, let headers, let body):
            end(
                .connectionLost("the connection was refused"),
                event: .refused(status: status, headers: headers, body: body))
        }
    }
}
