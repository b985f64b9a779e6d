extension RefusalDetector {
    /// Handles a `RECEIPT`: confirms the frame that has asked for the receipt.
    mutating func confirmed(receipt: String) -> [Action] {
        guard let id = id(of: receipt), let frame = frames[id] else { return [] }
        clear(id)
        if frame.isMessage { removeHandled(frame) } else { unconfirmed.remove(id) }
        return [.confirm(id)] + resume()
    }

    /// Removes a message that the server has handled.
    private mutating func removeHandled(_ frame: TrackedFrame) {
        if let connection, frame.connection == connection.number {
            self.connection?.handledPosition = max(connection.handledPosition, frame.position)
        }
        remove(frame.id)
    }

    /// Returns the name of the frame that has asked for a receipt; `nil` if there is no such frame.
    private func id(of receipt: String) -> ID? {
        if frames[receipt]?.receipt == receipt { return receipt }
        guard let end = receipt.lastIndex(of: "/"), case let id = String(receipt[..<end]) else { return nil }
        return frames[id]?.receipt == receipt ? id : nil
    }

    /// Attributes an `ERROR` frame to the frame that caused it. The server may name that frame by its receipt or its
    /// subscription.
    ///
    /// Returns refusals, and `close` if the error came in on the current connection. An error that may be about a
    /// released subscription is ignored.
    mutating func failed(_ reason: String, receipt: String?, subscription: ID?, isCurrent: Bool) -> [Action] {
        var actions: [Action] = []
        if let id = receipt.flatMap(id(of:)) {
            remove(id)
            actions = [.refuse(id, reason: reason)]
        } else if isCurrent, let connection, !connection.isAttributed {
            // RabbitMQ sends an error for each message to a subscription that was just released, and continues. After
            // any other error, a server closes the connection.
            if subscription == nil, connection.mayGetStrayErrors { return [] }
            // If the server names a confirmed subscription, such as after its queue was deleted, no frame that is out
            // is suspect.
            let named = (subscription ?? receipt).map { connection.out.intersection([$0]) }
            actions = suspect(named ?? connection.out, reason)
        }
        guard isCurrent else { return actions + resume() }
        connection?.isAttributed = true
        return actions + [.close(reason: reason)]
    }

    /// Makes frames suspects, because the server may have closed the connection upon them. Counts the closing against a
    /// single frame.
    ///
    /// If `areAll` is false, the server may have closed upon something else. Then a message that is sent at most once
    /// is not refused after a single closing.
    ///
    /// Returns the refusal of a frame that has reached its limit.
    mutating func suspect(_ ids: Set<ID>, _ reason: String, areAll: Bool = true) -> [Action] {
        for id in ids { frames[id]?.isSuspect = true }
        guard ids.count == 1, let frame = ids.first.flatMap({ frames[$0] }) else { return [] }
        let closings = (histories[frame.target]?.closings ?? 0) + 1
        histories[frame.target]?.closings = closings
        guard closings >= closingLimit || frame.isAtMostOnce && areAll else { return [] }
        remove(frame.id)
        return [.refuse(frame.id, reason: reason)]
    }

    /// Ends the suspicion against a frame: the server has confirmed it, or kept the connection open.
    mutating func clear(_ id: ID) {
        guard let target = frames[id]?.target else { return }
        frames[id]?.isSuspect = false
        histories[target]?.closings = 0
        settle(id)
    }

    /// Marks a frame as no longer out: the server will not close the connection upon it.
    mutating func settle(_ id: ID) {
        connection?.out.remove(id)
        if connection?.alone == id { connection?.alone = nil }
        if connection?.out.isEmpty == true { connection?.isProbing = false }
    }

    // MARK: Late answers

    /// Counts a check of all unconfirmed frames. A frame is late at its third check, because there are two checks in
    /// the time limit.
    ///
    /// Returns the frames that have become late on this connection, in order.
    private mutating func checkAnswers() -> [TrackedFrame] {
        guard let number = connection?.number else { return [] }
        let late = unconfirmed.filter { id in
            guard frames[id]?.connection == number else { return false }
            frames[id]?.checks += 1
            return frames[id]?.checks == 3
        }
        return late.compactMap { frames[$0] }.sorted { $0.number < $1.number }
    }

    /// Confirms messages that a server without receipts has had for the time that a server with receipts may take.
    mutating func confirmUnanswered() -> [Action] {
        checkAnswers().filter(\.isMessage).flatMap { confirmed(receipt: $0.id) }
    }

    /// Looks for frames that the server has not confirmed in time. Call this twice in `acknowledgementTimeout`.
    mutating func giveUpUnanswered() -> [Action] {
        let late = checkAnswers()
        for frame in late {
            // A subscription is kept: it may still bring messages.
            if frame.isMessage { removeHandled(frame) } else { unconfirmed.remove(frame.id) }
        }
        return late.map { .giveUp($0.id) } + resume()
    }
}
