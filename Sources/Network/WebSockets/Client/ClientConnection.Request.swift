import Dispatch
import Sockets
import Synchronization

extension ClientConnection {
    /// A request to a connection, which is carried out on its queue.
    enum Request: Sendable {
        case open(ConnectionRequest, timeout: Duration)
        case nextEvent(CheckedContinuation<TransportEvent, Never>)
        case send(Socket.Message, WriteQueue.Completion)
        case sendBatch([Socket.Message], BatchProgress)
        case ping
        case lookForProgress
        case close(CloseCode, reason: String)
        case abort

        var sends: Bool {
            switch self {
            case .send, .sendBatch: true
            case .open, .nextEvent, .ping, .lookForProgress, .close, .abort: false
            }
        }
    }

    /// Makes a request, from any thread. The requests are carried out on the queue, in order.
    ///
    /// Requests that wait for the queue are carried out together, with a single change of threads.
    func request(_ request: Request) {
        let isFirst = requests.withLock { requests in
            requests.append(request)
            return requests.count == 1
        }
        if isFirst { queue.async { self.carryOutRequests() } }
    }

    private func carryOutRequests() {
        let due = requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
        for request in due {
            // Messages that were sent in a row are written together, before any other request is carried out.
            if !request.sends { flush() }
            carryOut(request)
        }
        flush()
    }

    private func carryOut(_ request: Request) {
        switch request {
        case .open(let request, let timeout): open(request, timeout: timeout)
        case .nextEvent(let continuation): nextEvent(continuation)
        case .send(let message, let completion): send(message, completion: completion)
        case .sendBatch(let messages, let report):
            for message in messages { send(message) { report.note($0) } }
        case .ping: ping()
        case .lookForProgress: lookForProgress()
        case .close(let code, let reason): close(code: code, reason: reason)
        // An abort after the end has no effect, so that a close frame in flight gets its limited time.
        case .abort: end(.aborted)
        }
    }
}
