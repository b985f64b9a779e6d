import AsyncPrimitives

extension RefusalDetector {
    /// The greatest number of written messages that the server has not handled.
    ///
    /// From the 401st on, RabbitMQ blocks the connection (`credit_flow`). RabbitMQ 3.10.8 resets a blocked connection
    /// with heart-beats, because the monitor of the heart-beats does not expect the notice that ends the blocking.
    static let window = 400

    /// Returns the frames to write now, and the timers that the next suspect needs.
    mutating func resume() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        while let frame = nextFrame() { actions.append(write(frame, to: number)) }
        let suspect = firstUnwritten().flatMap { isSuspect($0) ? $0 : nil }
        if !isProbing, connection?.out.isEmpty == false, expectsClosing || suspect != nil {
            connection?.isProbing = true
            actions.append(.startProbeTimer)
        }
        if let suspect, needsHold(suspect), connection?.hold == .notNeeded {
            connection?.hold = .running
            actions.append(.startHoldTimer)
        }
        return actions
    }

    /// Returns the first unwritten frame if it may go out now.
    private mutating func nextFrame() -> TrackedFrame? {
        guard let frame = firstUnwritten(), let connection, connection.alone == nil, !connection.isAttributed else {
            return nil
        }
        if frame.isMessage, connection.position - connection.handledPosition >= Self.window { return nil }
        let isFree = !isSuspect(frame) || connection.out.isEmpty && (connection.hold == .over || !needsHold(frame))
        return isFree ? frame : nil
    }

    /// Returns the first unwritten frame, whether it may go out or not.
    mutating func firstUnwritten() -> TrackedFrame? {
        for rank in 0..<(connection?.unwritten.count ?? 0) {
            while let id = connection?.unwritten[rank].first {
                if let frame = frames[id] { return frame }
                _ = connection?.unwritten[rank].popFirst()
            }
        }
        return nil
    }

    /// Returns true if the server may have closed a connection upon the frame, or another one to its destination.
    private func isSuspect(_ frame: TrackedFrame) -> Bool { frame.isSuspect || closings(upon: frame) > 0 }

    /// Returns true if one more closing upon the suspect reaches the limit.
    private func needsHold(_ suspect: TrackedFrame) -> Bool {
        closings(upon: suspect) > 0 && closings(upon: suspect) >= closingLimit - 1
    }

    /// Writes the first unwritten frame.
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

    /// Clears all frames that are out: in time, the server has neither sent their receipts nor closed the connection.
    mutating func probeTimedOut() -> [Action] {
        for id in connection?.out ?? [] { clear(id) }
        return resume()
    }

    /// Lets the suspect go out, because the connection has stayed open long enough without it.
    mutating func holdEnded() -> [Action] {
        connection?.hold = .over
        return resume()
    }
}
