extension RefusalDetector {
    /// Evaluates a `RECEIPT`.
    mutating func confirmed(receipt: String) -> [Action] {
        guard let id = id(of: receipt), let frame = frames[id] else { return [] }
        clear(id)
        if frame.isMessage {
            queues[frame.queue]?.refusals = 0
            queues[frame.queue]?.silences = 0
            removeHandled(frame)
        } else {
            unconfirmed.remove(id)
        }
        return [.confirm(id)] + resume()
    }

    /// Removes a message that the server has handled.
    private mutating func removeHandled(_ frame: TrackedFrame) {
        if let connection, frame.connection == connection.number {
            self.connection?.handledPosition = max(connection.handledPosition, frame.position)
        }
        remove(frame.id)
    }

    /// The frame that has asked for a receipt.
    private func id(of receipt: String) -> ID? {
        if frames[receipt]?.receipt == receipt { return receipt }
        guard let end = receipt.lastIndex(of: "/"), case let id = String(receipt[..<end]) else { return nil }
        return frames[id]?.receipt == receipt ? id : nil
    }

    /// Attributes an `ERROR` frame to the frame that caused it, which the server may name by its receipt or its
    /// subscription.
    ///
    /// Returns refusals, and `close` unless the error may be about no frame at all.
    mutating func failed(_ reason: String, receipt: String?, subscription: ID?, isCurrent: Bool) -> [Action] {
        let outstanding = connection?.outstanding ?? []
        var actions: [Action] = []
        if let id = receipt.flatMap(id(of:)) {
            remove(id)
            actions = [.refuse(id, reason: reason)]
        } else if !isCurrent {
            return []
        } else if let subscription {
            // A confirmed one is made again on the next connection, as when its queue was deleted.
            actions = attribute(reason, to: outstanding.intersection([subscription]), isNamed: true)
        } else if connection?.mayGetStrayErrors == true {
            // RabbitMQ sends one for each message to a subscription that was just released, and continues. If this one
            // is about another frame, that will not be confirmed; and a server that does not continue closes the
            // connection.
            if !outstanding.isEmpty { connection?.pendingError = reason }
            return startProbe()
        } else {
            actions = attribute(reason, to: outstanding)
        }
        guard isCurrent else { return actions + resume() }
        connection?.isAttributed = true
        return actions + [.close(reason: reason)]
    }

    /// Attributes a closing to the only frame in question, or else suspects all of them.
    ///
    /// If the server has named the frame, frames that are not tracked do not matter. Returns the refusals of the frames
    /// that have reached the limit.
    mutating func attribute(_ reason: String, to ids: Set<ID>, isNamed: Bool = false) -> [Action] {
        for id in ids { frames[id]?.isSuspected = true }
        guard ids.count == 1, let id = ids.first, isNamed || connection?.hasUntrackedFrames != true else { return [] }
        frames[id]?.closings += 1
        guard let frame = frames[id] else { return [] }
        let mayComeAgain = !frame.isAtMostOnce && queues[frame.queue]?.refusals == 0
        return frame.closings >= (mayComeAgain ? closingLimit : 1) ? refuse(frame, reason) : []
    }

    /// Removes a frame upon which the server has closed connections, and after some in a row all others to its destination.
    private mutating func refuse(_ frame: TrackedFrame, _ reason: String) -> [Action] {
        remove(frame.id)
        queues[frame.queue]?.refusals += 1
        var refused = [frame]
        if let queue = queues[frame.queue], queue.refusals >= FrameQueue.refusalLimit {
            refused += frames.values.filter { $0.queue == frame.queue }.sorted { $0.number < $1.number }
            for frame in refused { remove(frame.id) }
        }
        return refused.map { .refuse($0.id, reason: reason) }
    }

    // MARK: Silence

    /// Notes one of the checks of which there are two in the time for an acknowledgement; the third is late enough.
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

    /// Confirms the messages of a server without receipts, after the time that one with receipts may take.
    mutating func confirmUnanswered() -> [Action] {
        noteSilence().filter(\.isMessage).flatMap { confirmed(receipt: $0.id) }
    }

    /// Looks for frames that the server has not confirmed in time; there are two checks in that time.
    ///
    /// Returns the frames that are dropped, and `reconnect` if any other was not confirmed in time.
    mutating func checkAcknowledgements() -> [Action] {
        var actions: [Action] = []
        var isPatient = false
        for frame in noteSilence() {
            guard frame.isMessage else {
                // It may well bring messages.
                if frame.silences == 1 { actions.append(.giveUp(frame.id)) }
                continue
            }
            let mayComeAgain = !frame.isAtMostOnce && queues[frame.queue]?.silences == 0
            if frame.silences < (mayComeAgain ? closingLimit : 1) {
                isPatient = true
            } else {
                if !frame.isAtMostOnce { queues[frame.queue]?.silences += 1 }
                removeHandled(frame)
                actions.append(.giveUp(frame.id))
            }
        }
        guard isPatient else { return actions.isEmpty ? [] : actions + resume() }
        connection?.isAttributed = true
        return actions + [.reconnect]
    }
}
