import AsyncPrimitives

extension RefusalDetector {
    /// The greatest number of written messages that the server has not handled.
    ///
    /// When 400 messages are ahead, RabbitMQ blocks the connection upon the next one (`credit_flow`). If the connection
    /// has heart-beats, RabbitMQ 3.10.8 then resets it, because its monitor of heart-beats does not expect the notice
    /// that ends the blocking.
    static let window = 400

    /// Returns the actions that are possible now: writing frames, and starting the timer that the next suspect needs.
    mutating func resume() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        while let frame = nextFrame() { actions.append(write(frame, to: number)) }
        let isSuspectWaiting = firstUnwritten().map(isSuspect) ?? false
        if !isProbing, connection?.out.isEmpty == false, expectsClosing || isSuspectWaiting {
            connection?.isProbing = true
            actions.append(.startProbeTimer)
        }
        return actions
    }

    /// Returns the first unwritten frame, if it may be written now; otherwise `nil`.
    private mutating func nextFrame() -> TrackedFrame? {
        guard let frame = firstUnwritten(), let connection, connection.alone == nil, !connection.isAttributed else {
            return nil
        }
        if frame.isMessage, connection.position - connection.handledPosition >= Self.window { return nil }
        return !isSuspect(frame) || connection.out.isEmpty ? frame : nil
    }

    /// Returns the first unwritten frame, even if it may not be written now; `nil` if all frames are written.
    mutating func firstUnwritten() -> TrackedFrame? {
        for rank in 0..<(connection?.unwritten.count ?? 0) {
            while let id = connection?.unwritten[rank].first {
                if let frame = frames[id] { return frame }
                _ = connection?.unwritten[rank].popFirst()
            }
        }
        return nil
    }

    /// Returns true if the server may have closed a connection upon this frame, or another to its target.
    private func isSuspect(_ frame: TrackedFrame) -> Bool {
        frame.isSuspect || (histories[frame.target]?.closings ?? 0) > 0
    }

    /// Marks the first unwritten frame as written on a connection, and returns the action that writes it.
    mutating func write(_ unwritten: TrackedFrame, to number: Int) -> Action {
        var frame = unwritten
        let isRepeated = frame.connection != nil
        frame.connections = (frame.connections?.lowerBound ?? number)...number
        frame.checks = 0
        if frame.isMessage {
            connection?.position += 1
            frame.position = connection?.position ?? 0
        }
        frames[frame.id] = frame
        connection?.out.insert(frame.id)
        if isSuspect(frame) { connection?.alone = frame.id }
        if let rank = connection?.unwritten.firstIndex(where: { $0.first == frame.id }) {
            _ = connection?.unwritten[rank].popFirst()
        }
        return .write(frame.id, receipt: frame.receipt ?? "", isRepeated: isRepeated)
    }

    /// Clears all frames that are out: the server has neither confirmed them nor closed the connection in time.
    mutating func probeTimedOut() -> [Action] {
        for id in connection?.out ?? [] { clear(id) }
        return resume()
    }
}
