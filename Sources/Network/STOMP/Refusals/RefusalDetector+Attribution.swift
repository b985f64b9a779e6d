extension RefusalDetector {
    /// Evaluates a `RECEIPT`.
    mutating func confirmed(receipt: String) -> [Action] {
        guard let id = id(of: receipt), let frame = frames[id] else { return [] }
        clear(id)
        histories[frame.target]?.isSilent = false
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

    /// Returns the frame that has asked for a receipt.
    private func id(of receipt: String) -> ID? {
        if frames[receipt]?.receipt == receipt { return receipt }
        guard let end = receipt.lastIndex(of: "/"), case let id = String(receipt[..<end]) else { return nil }
        return frames[id]?.receipt == receipt ? id : nil
    }

    /// Attributes an `ERROR` frame to the frame that caused it, which the server may name by its receipt or its
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
            // A confirmed subscription is made again on the next connection, as when its queue was deleted.
            let named = (subscription ?? receipt).map { connection.out.intersection([$0]) }
            actions = suspect(named ?? connection.out, reason)
        }
        guard isCurrent else { return actions + resume() }
        connection?.isAttributed = true
        return actions + [.close(reason: reason)]
    }

    /// Suspects frames upon which the server may have closed the connection; counts the closing against a single frame.
    ///
    /// If `areAll` is false, the server may have closed upon something else, and a single closing refuses no message
    /// that is sent at most once.
    ///
    /// Returns the refusals of the frames that have reached the limit.
    mutating func suspect(_ ids: Set<ID>, _ reason: String, areAll: Bool = true) -> [Action] {
        for id in ids { frames[id]?.isSuspect = true }
        guard ids.count == 1, let frame = ids.first.flatMap({ frames[$0] }) else { return [] }
        let closings = closings(upon: frame) + 1
        histories[frame.target]?.closings = closings
        guard closings >= closingLimit || frame.isAtMostOnce && areAll else { return [] }
        var refused = [frame]
        if closings >= closingLimit + Self.refusalLimit - 1 {
            refused = frames.values.filter { $0.target == frame.target }.sorted { $0.number < $1.number }
        }
        for frame in refused { remove(frame.id) }
        return refused.map { .refuse($0.id, reason: reason) }
    }

    /// The number of closings in a row that count against a frame.
    func closings(upon frame: TrackedFrame) -> Int { histories[frame.target]?.closings ?? 0 }

    /// Ends the suspicion against a frame that the server has confirmed, or has not closed the connection upon.
    mutating func clear(_ id: ID) {
        guard let target = frames[id]?.target else { return }
        frames[id]?.isSuspect = false
        histories[target]?.closings = 0
        settle(id)
    }

    /// Notes that the server will not close the connection upon a frame.
    mutating func settle(_ id: ID) {
        connection?.out.remove(id)
        if connection?.alone == id { connection?.alone = nil }
        if connection?.out.isEmpty == true { connection?.isProbing = false }
    }

    // MARK: Silence

    /// Counts a check of all unconfirmed frames. A frame is late at the third check: the time limit has two.
    ///
    /// Returns the frames that the server has not confirmed in time on this connection, in order.
    private mutating func noteSilence() -> [TrackedFrame] {
        guard let number = connection?.number else { return [] }
        let late = unconfirmed.filter { id in
            guard frames[id]?.connection == number else { return false }
            frames[id]?.checks += 1
            return frames[id]?.checks == 3
        }
        for id in late { frames[id]?.silences += 1 }
        return late.compactMap { frames[$0] }.sorted { $0.number < $1.number }
    }

    /// Confirms messages to a server without receipts, after the time that a server with receipts may take.
    mutating func confirmUnanswered() -> [Action] {
        noteSilence().filter(\.isMessage).flatMap { confirmed(receipt: $0.id) }
    }

    /// Looks for frames that the server has not confirmed in time; called twice in that time.
    ///
    /// Returns `giveUp` for dropped messages and late subscriptions, and `reconnect` if a late message is sent again.
    mutating func checkAcknowledgements() -> [Action] {
        var actions: [Action] = []
        var isPatient = false
        for frame in noteSilence() {
            guard frame.isMessage else {
                // An unconfirmed subscription may still bring messages, so it is not dropped.
                if frame.silences == 1 { actions.append(.giveUp(frame.id)) }
                continue
            }
            let mayComeAgain = !frame.isAtMostOnce && histories[frame.target]?.isSilent == false
            if mayComeAgain, frame.silences < closingLimit {
                isPatient = true
            } else {
                if !frame.isAtMostOnce { histories[frame.target]?.isSilent = true }
                removeHandled(frame)
                actions.append(.giveUp(frame.id))
            }
        }
        guard isPatient else { return actions.isEmpty ? [] : actions + resume() }
        connection?.isAttributed = true
        return actions + [.reconnect]
    }
}
