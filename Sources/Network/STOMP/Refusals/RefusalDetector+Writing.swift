import AsyncPrimitives

extension RefusalDetector {
    /// The greatest number of messages that the server may not have handled yet.
    ///
    /// From the 401st on, RabbitMQ blocks the connection (`credit_flow`). RabbitMQ 3.10.8 resets a blocked connection
    /// with heart-beats: their monitor does not expect the notice that it may continue.
    static let window = 400

    /// Adds a frame that the connection does not have.
    mutating func enqueue(_ frame: TrackedFrame) {
        queues[frame.queue]?.unwritten.append(frame.id)
        if queues[frame.queue]?.unwritten.count == 1 { addTurn(of: frame.queue) }
    }

    /// Finds the first unwritten frame of a queue, and its turn unless it is held back.
    mutating func addTurn(of name: FrameQueue.Name) {
        while let id = queues[name]?.unwritten.first {
            if let frame = frames[id] {
                if holdFactor(of: frame) == nil { turns.insert(FrameQueue.Turn(frame)) } else { setAside.insert(name) }
                return
            }
            _ = queues[name]?.unwritten.popFirst()
        }
    }

    /// The part of the interval between closings for which a frame is held back; `nil` if it is not.
    private func holdFactor(of frame: TrackedFrame) -> Double? {
        if frame.closings > 0 { return Double(1 << min(frame.closings - 1, 4)) }
        // A message to this destination was refused just before.
        return (queues[frame.queue]?.refusals ?? 0) > 0 ? 0.25 : nil
    }

    /// Returns the frames to write now.
    mutating func resume() -> [Action] {
        guard let number = connection?.number else { return [] }
        let waiting = setAside
        setAside = []
        for name in waiting { addTurn(of: name) }
        var actions: [Action] = []
        while let frame = nextFrame() { actions.append(write(frame, to: number)) }
        if !isProbing, expectsClosing || turns.first.flatMap({ frames[$0.id] })?.isSuspected == true {
            actions += startProbe()
        }
        return actions + startHoldTimer()
    }

    /// Takes the first frame that may go out now.
    private mutating func nextFrame() -> TrackedFrame? {
        guard let connection else { return nil }
        while let turn = turns.first {
            lookCount += 1
            if let frame = frames[turn.id], queues[frame.queue]?.unwritten.first == turn.id {
                if frame.isMessage, connection.position - connection.handledPosition >= Self.window { return nil }
                if queues[frame.queue]?.hasRoom(after: connection.handledPosition) == true {
                    let isFree = connection.alone == nil && !frame.isSuspected || connection.outstanding.isEmpty
                    if isFree { _ = turns.popFirst() }
                    return isFree ? frame : nil
                }
                setAside.insert(frame.queue)
            }
            _ = turns.popFirst()
        }
        return nil
    }

    /// Writes the first unwritten frame of its queue.
    mutating func write(_ unwritten: TrackedFrame, to number: Int) -> Action {
        var frame = unwritten
        let isRepeated = frame.connection != nil
        frame.connections = (frame.connections?.lowerBound ?? number)...number
        frame.checks = 0
        if frame.isMessage {
            connection?.position += 1
            frame.position = connection?.position ?? 0
            queues[frame.queue]?.unhandled.append(frame.position)
        }
        frames[frame.id] = frame
        unconfirmed.insert(frame.id)
        connection?.outstanding.insert(frame.id)
        if frame.isSuspected { connection?.alone = frame.id }
        _ = queues[frame.queue]?.unwritten.popFirst()
        addTurn(of: frame.queue)
        return .write(frame.id, receipt: frame.receipt ?? "", isRepeated: isRepeated)
    }

    // MARK: Probes

    /// Begins to wait for the server's answer to all outstanding frames.
    mutating func startProbe() -> [Action] {
        guard let outstanding = connection?.outstanding, !outstanding.isEmpty else { return [] }
        connection?.probed = outstanding
        return [.startProbeTimer]
    }

    /// Ends the probe, if any frame is left to which the server has neither sent a receipt nor closed the connection.
    mutating func probeTimedOut() -> [Action] {
        guard let probed = connection?.probed, !probed.isEmpty else { return [] }
        if let error = connection?.pendingError {
            // The error was about one of these frames, and the server continues without it.
            connection?.isAttributed = true
            return attribute(error, to: probed) + [.close(reason: error)]
        }
        // The server does not close connections upon these frames.
        for id in probed { clear(id) }
        return resume()
    }

    /// Ends the suspicion against a frame that the server has answered, or does not close the connection upon.
    mutating func clear(_ id: ID) {
        frames[id]?.isSuspected = false
        frames[id]?.closings = 0
        settle(id)
    }

    /// Lets the connection prove itself without a frame, if any is held back.
    private mutating func startHoldTimer() -> [Action] {
        guard connection?.held == nil else { return [] }
        let held = setAside.compactMap { name -> (id: ID, factor: Double, number: Int)? in
            guard let frame = queues[name]?.unwritten.first.flatMap({ frames[$0] }) else { return nil }
            return holdFactor(of: frame).map { (frame.id, $0, frame.number) }
        }
        guard let first = held.min(by: { ($0.factor, $0.number) < ($1.factor, $1.number) }) else { return [] }
        connection?.held = first.id
        return [.startHoldTimer(factor: first.factor)]
    }

    /// Lets the frame that is held back go out alone: the connection has stood for long enough without it.
    mutating func holdEnded() -> [Action] {
        guard let id = connection?.held else { return [] }
        connection?.held = nil
        if let name = frames[id]?.queue, setAside.contains(name), queues[name]?.unwritten.first == id {
            frames[id]?.isSuspected = true
            setAside.remove(name)
            if let frame = frames[id] { turns.insert(FrameQueue.Turn(frame)) }
        }
        return resume()
    }
}
