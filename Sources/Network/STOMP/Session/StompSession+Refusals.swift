import AsyncPrimitives
import Sockets

/// The actions of the refusal detector.
extension StompSession {
    /// Performs actions in order.
    func perform(_ actions: [RefusalDetector.Action]) {
        // Before anything is written.
        connection?.socket.setEndProvoked(detector.expectsClosing)
        if !detector.isProbing { connection?.probeTimer = nil }
        for action in actions {
            switch action {
            case .write(let id, let receipt, let isRepeated): write(id, receipt, isRepeated)
            case .confirm(let id): confirm(id)
            case .refuse(let id, let reason): refuse(id, reason)
            case .giveUp(let id): giveUp(id)
            case .startProbeTimer: startProbeTimer()
            case .startHoldTimer(let factor): startHoldTimer(configuration.closingInterval * factor)
            case .close(let reason): connection?.fail(.noSession("\(StompError.refused(reason))"))
            case .reconnect:
                connection?.socket.setEndProvoked(true)
                connection?.fail(.noSession("\(StompError.unacknowledged)"))
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

    private func confirm(_ id: RefusalDetector.ID) {
        if let message = unacknowledged.removeValue(forKey: id) {
            message.send.promise.fulfill(with: .success(()))
        } else {
            subscriptions[frameID: id]?.confirmation.fulfill(with: .success(()))
        }
    }

    private func refuse(_ id: RefusalDetector.ID, _ reason: String) {
        if let message = unacknowledged.removeValue(forKey: id) {
            message.send.promise.fulfill(with: .failure(StompError.refused(reason)))
        } else {
            subscriptions.remove(id)?.end(.refused(reason))
        }
    }

    private func giveUp(_ id: RefusalDetector.ID) {
        if let message = unacknowledged.removeValue(forKey: id) {
            message.send.promise.fulfill(with: .failure(StompError.unacknowledged))
        } else {
            subscriptions[frameID: id]?.confirmation.fulfill(with: .failure(StompError.unacknowledged))
        }
    }

    /// Gives the server a time to confirm what it has: as long as it has to accept a connection.
    private func startProbeTimer() {
        guard let connection else { return }
        let end = clock.now + configuration.socket.connectTimeout
        connection.probeTimer = ScopedTask.timer(at: end, on: clock) { [weak self, attempt = connection.attempt] in
            await self?.probeTimedOut(on: attempt)
        }
    }

    private func probeTimedOut(on attempt: Int) {
        guard !Task.isCancelled, connection?.attempt == attempt else { return }
        perform(detector.probeTimedOut())
    }

    /// Lets the connection prove itself for a time without a frame that is held back.
    private func startHoldTimer(_ time: Duration) {
        guard let connection else { return }
        connection.holdTimer = ScopedTask.timer(at: clock.now + time, on: clock) {
            [weak self, attempt = connection.attempt] in
            await self?.holdEnded(on: attempt)
        }
    }

    private func holdEnded(on attempt: Int) {
        guard connection?.attempt == attempt else { return }
        perform(detector.holdEnded())
    }
}
