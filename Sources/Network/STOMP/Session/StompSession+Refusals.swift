import AsyncPrimitives
import Sockets

extension StompSession {
    func perform(_ actions: [RefusalDetector.Action]) {
        // The client must know this before a frame is written that may provoke the end of the connection.
        connection?.socket.setEndProvoked(detector.expectsClosing)
        if !detector.isProbing { connection?.probeTimer = nil }
        for action in actions {
            switch action {
            case .write(let id, let receipt, let isRepeated): write(id, receipt, isRepeated)
            case .confirm(let id): fulfill(id, with: nil)
            case .refuse(let id, let reason): fulfill(id, with: .refused(reason))
            case .giveUp(let id): fulfill(id, with: .unacknowledged)
            case .startProbeTimer:
                // To confirm the frames that are out, the server has the same time as to accept a connection.
                connection?.probeTimer = connection.map { connection in
                    ScopedTask.timer(at: clock.now + configuration.socket.connectTimeout, on: clock) {
                        [weak self, attempt = connection.attempt] in
                        await self?.probeTimedOut(on: attempt)
                    }
                }
            case .close(let reason): connection?.fail(.noSession("\(StompError.refused(reason))"))
            }
        }
        if !actions.isEmpty { watchWrites() }
    }

    private func write(_ id: RefusalDetector.ID, _ receipt: String, _ isRepeated: Bool) {
        let sendsReceipts = configuration.serverSendsReceipts
        if var frame = unacknowledged[id]?.frame {
            if isRepeated { frame.headers.append(HeaderField(Self.repetitionHeader, "true")) }
            let returns = sendsReceipts || subscriptions.include(destination: frame["destination"])
            connection?.write(frame, watchedAs: returns ? nil : receipt)
        } else if var frame = subscriptions[frameID: id]?.frame {
            if sendsReceipts { frame.headers.append(HeaderField("receipt", receipt)) }
            connection?.write(frame, watchedAs: sendsReceipts ? nil : receipt)
        }
    }

    /// Notifies the owner of a frame that it is confirmed, or with an error, that it has failed.
    private func fulfill(_ id: RefusalDetector.ID, with error: StompError?) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        if let message = unacknowledged.removeValue(forKey: id) {
            message.send.promise.fulfill(with: result)
        } else if case .refused = error {
            subscriptions.remove(id)?.end(error)
        } else {
            subscriptions[frameID: id]?.confirmation.fulfill(with: result)
        }
    }

    private func probeTimedOut(on attempt: Int) {
        guard !Task.isCancelled, connection?.attempt == attempt else { return }
        perform(detector.probeTimedOut())
    }
}
