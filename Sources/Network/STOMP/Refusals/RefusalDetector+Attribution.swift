/// The server's answers, and the frames that they are about.
extension RefusalDetector {
    // MARK: Answers of the server

    /// Evaluates a `RECEIPT`; receipts of unknown frames may end a probe, too.
    mutating func confirmed(receipt: String) -> [Action] {
        var actions: [Action] = []
        if messages.confirm(receipt, on: connection?.number) {
            actions.append(.confirm(receipt))
        } else if let id = subscriptions.id(of: receipt) {
            subscriptions.confirm(id)
            actions.append(.confirm(id))
        }
        actions += confirmProbe(receipt)
        return actions + (sendsOneAtATime ? resume() : writeDue())
    }

    /// Attributes an `ERROR` frame to the frame that caused it.
    ///
    /// - Parameters:
    ///   - reason: The message of the server.
    ///   - receipt: The receipt of the frame in question, if the server names it.
    ///   - subscription: The subscription in question, if the server names it and the session knows it.
    ///   - isCurrent: False for an error that came in on an earlier connection.
    /// - Returns: Refusals, and `close` unless the error may be about no frame at all.
    mutating func failed(_ reason: String, receipt: String?, subscription: ID?, isCurrent: Bool) -> [Action] {
        var actions: [Action] = []
        if let id = removeFrame(with: receipt) {
            actions.append(.refuse(id, reason: reason))
        } else if !isCurrent {
            return []
        } else if let subscription {
            // A confirmed one is made again on the next connection, as when its queue was deleted.
            let receipts = outstanding.intersection([subscriptions[subscription]?.receipt].compactMap { $0 })
            actions += attribute(reason, among: receipts, evenIfOthersAreUntracked: true)
        } else if connection?.mayGetStrayErrors == true {
            // RabbitMQ sends one for each message to a subscription that was just released, and goes on. If this one is about
            // another frame, that will not be confirmed; and a server that does not go on closes the connection.
            actions += startProbe()
            let isProbing = connection?.probed.isEmpty == false
            connection?.pendingError = isProbing ? reason : nil
            return actions
        } else {
            actions += attribute(reason)
        }
        guard isCurrent else { return actions }
        connection?.isAttributed = true
        return actions + [.close(reason: reason)]
    }

    private mutating func removeFrame(with receipt: String?) -> ID? {
        guard let receipt else { return nil }
        if let frame = messages.remove(receipt) { return frame.id }
        return subscriptions.id(of: receipt).flatMap { subscriptions.remove($0)?.id }
    }

    // MARK: Attribution

    /// Attributes a closing to the only frame in question, or else suspects all of them.
    ///
    /// - Parameters:
    ///   - reason: The message of the server.
    ///   - receipts: The receipts of the frames in question; by default those of all outstanding ones.
    ///   - isNamed: True if the server has named the frame, so that frames that are not tracked do not matter.
    /// - Returns: The refusals of the frames that have reached the limit.
    mutating func attribute(
        _ reason: String, among receipts: Set<String>? = nil, evenIfOthersAreUntracked isNamed: Bool = false
    ) -> [Action] {
        let receipts = receipts ?? outstanding
        let frames = (subscriptions.outstanding + messages.written).filter { $0.asks(forOneOf: receipts) }
        let isAlone = frames.count == 1 && (isNamed || connection?.hasUntrackedFrames != true)
        update(receipts) { $0.suspect(alone: isAlone) }
        guard isAlone, let frame = frames.first, frame.closings + 1 >= limit(of: frame) else { return [] }
        subscriptions.remove(frame.id)
        let messages = frame.kind == .message ? messages.refuse(frame.id) : []
        self.messages.remove(frame.id)
        return (messages.isEmpty ? [frame.id] : messages).map { .refuse($0, reason: reason) }
    }

    /// The number of closings in a row after which a frame is refused.
    private func limit(of frame: TrackedFrame) -> Int {
        let mayComeAgain = frame.kind != .messageAtMostOnce && (messages.line(of: frame.id)?.refusals ?? 0) == 0
        return mayComeAgain ? closingLimit : 1
    }

    /// Changes all frames of the connection that ask for one of these receipts.
    mutating func update(_ receipts: Set<String>, _ change: (inout TrackedFrame) -> Void) {
        subscriptions.update(receipts, change)
        messages.updateWritten { if $0.asks(forOneOf: receipts) { change(&$0) } }
    }

    mutating func withdrawAccusations() {
        subscriptions.withdrawAccusations()
        messages.withdrawAccusations()
    }
}
