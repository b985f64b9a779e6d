import AsyncPrimitives
import StatePattern

extension SocketClient {
    @discardableResult func perform(_ request: (Socket) -> Outcome) -> Outcome {
        let outcome = request(socket)
        while case let effects = socket.takeEffects(), !effects.isEmpty {
            for effect in effects { carryOut(effect) }
        }
        for phase in entered.phases { enter(phase) }
        entered.phases = []
        return outcome
    }

    private func carryOut(_ effect: Socket.Effect) {
        switch effect {
        case .open(let number): open(number)
        case .startTimer(let number):
            timer = ScopedTask.timer(at: schedule.earliestAttempt, on: clock) { [weak self] in
                await self?.perform { $0.reconnectTimerFired(attempt: number) }
            }
        case .cancelTimer: timer = nil
        case .startSession(let number): startSession(number)
        case .endSession:
            // Waiting messages go first: nothing may follow a last message that the end of the session sends.
            sendQueue.flush()
            if let attempt { perform(on: attempt) { $0.end() } }
        case .close: close()
        case .drop: drop()
        case .send(let message): sendQueue.send(message)
        }
    }

    /// Adapts the client to a new phase of the socket, and publishes the phase.
    private func enter(_ phase: Socket.Phase) {
        switch phase {
        case .connected:
            schedule.connected(at: clock.now)
            succeed()
            openSendQueue()
        case .suspendedIdle: succeed()
        case .disconnecting, .disconnected: sendQueue.fail(.disconnected)
        default: break
        }
        if phase != .disconnecting {
            for closing in closings { closing.resume() }
            closings = []
        }
        post(phase)
    }

    private func openSendQueue() {
        guard let attempt, let transport = attempt.transport else { fatalError("A session runs on a connection.") }
        let connection = SendQueue.Connection(transport: transport) { [weak self, number = attempt.number] error in
            Task { await self?.noteSendError(error, number) }
        }
        sendQueue.open(connection)
    }

    private func noteSendError(_ error: TransportError, _ number: Int) { current(number)?.liveness.sendError = error }

    private func succeed() {
        attempt?.tasks.deadline = nil
        (failure, refusal) = (nil, nil)
    }

    func post(_ phase: Socket.Phase) {
        let waits = attempt?.tasks.delay != nil || phase.isWaiting
        let status = Status(
            phase: phase, attempt: socket.attempt, session: socket.session,
            wait: waits ? max(schedule.earliestAttempt - clock.now, .zero) : nil, failure: failure,
            subprotocol: attempt?.subprotocol)
        guard status != currentStatus.value else { return }
        broadcaster.send(.status(status)) { currentStatus.update(to: status) }
    }
}
