/// Probes and trials: frames that go out alone.
extension RefusalDetector {
    // MARK: Probes

    /// Begins to wait for the server's answer to all outstanding frames.
    mutating func startProbe() -> [Action] {
        let wasProbing = connection?.probed.isEmpty == false
        let receipts = outstanding
        connection?.probed = receipts
        if receipts.isEmpty { return wasProbing ? [.cancelProbeTimer] : [] }
        return [.startProbeTimer]
    }

    /// Removes a receipt from the probe, which ends when it was the last one.
    mutating func confirmProbe(_ receipt: String) -> [Action] {
        guard connection?.probed.remove(receipt) != nil, connection?.probed.isEmpty == true else { return [] }
        connection?.pendingError = nil  // It was about another frame, which is not tracked.
        return [.cancelProbeTimer]
    }

    /// Ends a probe to which the server has neither sent all receipts nor closed the connection.
    mutating func probeTimedOut() -> [Action] {
        guard let probed = connection?.probed else { return [] }
        if let error = connection?.pendingError {
            // The error was about one of these frames, and the server goes on without it.
            connection?.isAttributed = true
            return attribute(error, among: probed) + [.close(reason: error)]
        }
        // The server does not close connections upon these frames.
        update(probed) { $0.clear() }
        connection?.probed = []
        return resume()
    }

    // MARK: Trials

    /// A frame that is held back, and the part of the interval between closings for which it is.
    private struct HeldFrame {
        let id: ID
        let number: Int
        let factor: Double

        init(_ frame: TrackedFrame) {
            id = frame.id
            number = frame.number
            // Another message to this destination was refused just before.
            factor = frame.isAccused ? Double(1 << min(frame.closings - 1, 4)) : 0.25
        }
    }

    /// Lets the connection prove itself, if a frame is held back.
    mutating func startTrialTimer() -> [Action] {
        guard connection != nil, connection?.trial == nil else { return [] }
        let held = (subscriptions.held + messages.held).map(HeldFrame.init(_:))
        guard let first = held.min(by: { ($0.factor, $0.number) < ($1.factor, $1.number) }) else { return [] }
        self.connection?.trial = .held(first.id)
        return [.startTrialTimer(factor: first.factor)]
    }

    /// Lets the frame that is held back go out: the connection has stood for long enough without it.
    mutating func trialIsDue() -> [Action] {
        guard case .held(let id) = connection?.trial else { return [] }
        connection?.trial = .due(id)
        return resume()
    }

    /// Writes the frame that has its trial, unless it was withdrawn.
    mutating func writeHeldFrame(to number: Int) -> Action? {
        guard case .due(let id) = connection?.trial else { return nil }
        let action = subscriptions.write(id, to: number) ?? messages.write(id, to: number)
        connection?.trial = action == nil ? nil : .running
        return action
    }

    // MARK: Silence

    /// Confirms the messages that a server without receipts has had for as long as one with receipts may take.
    mutating func confirmUnanswered() -> [Action] {
        guard connection != nil else { return [] }
        var late: [TrackedFrame] = []
        messages.updateWritten { if $0.noteSilence() != nil { late.append($0) } }
        return late.sorted { $0.number < $1.number }.flatMap { confirmed(receipt: $0.id) }
    }

    /// Looks for frames that the server has not confirmed in time; there are two checks in that time.
    ///
    /// - Returns: The frames that are given up, and `reconnect` if any other was not confirmed in time.
    mutating func checkAcknowledgements() -> [Action] {
        guard connection != nil else { return [] }
        // They may well bring messages.
        var actions = subscriptions.noteSilence().map { Action.giveUp($0) }
        var late: [(frame: TrackedFrame, connections: Int)] = []
        messages.updateWritten { frame in
            if let connections = frame.noteSilence() { late.append((frame, connections)) }
        }
        var isPatient = false
        for (frame, connections) in late.sorted(by: { $0.frame.number < $1.frame.number }) {
            let mayComeAgain = frame.kind == .message && (messages.line(of: frame.id)?.silences ?? 0) == 0
            if connections < (mayComeAgain ? closingLimit : 1) {
                isPatient = true
            } else {
                actions.append(.giveUp(frame.id))
            }
        }
        for action in actions { if case .giveUp(let id) = action { messages.giveUp(id) } }
        guard isPatient else { return actions + (actions.isEmpty ? [] : sendsOneAtATime ? resume() : writeDue()) }
        connection?.isAttributed = true
        return actions + [.reconnect]
    }
}
