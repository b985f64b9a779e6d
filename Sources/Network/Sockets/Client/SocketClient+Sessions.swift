import AsyncPrimitives
import StatePattern

extension SocketClient {
    /// Starts a session on the connection. A client without sessions at once reports the session as started.
    func startSession(_ number: Int) {
        guard session != nil, let attempt else {
            socket.startedSession(session: number)
            return
        }
        if attempt.tasks.deadline == nil { setDeadline(after: configuration.connectTimeout, of: attempt) }
        perform(on: attempt) { $0.start(session: number) }
    }

    func perform(on attempt: Attempt, _ request: (SessionSlot) -> Outcome) {
        _ = request(attempt.slot)
        for effect in attempt.slot.takeEffects() { carryOut(effect, on: attempt) }
    }

    private func carryOut(_ effect: SessionSlot.Effect, on attempt: Attempt) {
        switch effect {
        case .startSession(let number):
            let subprotocol = attempt.subprotocol
            begin(number, on: attempt) { session, connection in
                try await session.start(on: connection, subprotocol: subprotocol)
            } ended: {
                $0.startEnded(session: number, $1)
            }
        case .endSession(let number):
            begin(number, on: attempt) { session, connection in
                await session.end(on: connection)
            } ended: { slot, _ in
                slot.endEnded(session: number)
            }
        case .cancel: attempt.cancelExchange()
        case .finishMessages: attempt.exchange?.queue.close()
        case .deliverMessages:
            let isSuspended = socket.phase.isSuspended
            attempt.exchange?.queue.close { [broadcaster] in if !isSuspended { broadcaster.send(.message($0)) } }
            attempt.exchange = nil
        case .sessionStarted(let number): perform { $0.startedSession(session: number) }
        case .connectionFailed(let error):
            finalFailures = 0
            retry(after: error, on: attempt)
        case .authFailed(let error):
            finalFailures += 1
            let isRefused = if case .unauthenticated = error { true } else { false }
            // The next attempt may make another request, or reach a server that speaks the protocol.
            if !isRefused, finalFailures < configuration.requestCount { return retry(after: error, on: attempt) }
            fail(error, on: attempt) { perform { $0.authFailed(attempt: attempt.number) } }
        case .disconnect: fail(nil, on: attempt) { perform { $0.disconnect() } }
        case .disconnected:
            drop()
            perform { $0.disconnected(attempt: attempt.number) }
        }
    }

    private func retry(after error: SocketError, on attempt: Attempt) {
        fail(error, on: attempt) {
            drop()
            schedule.postpone(at: clock.now, afterProvokedEnd: attempt.sessionConnection?.isEndProvoked ?? false)
            perform { $0.connectionFailed(attempt: attempt.number) }
        }
    }

    private func fail(_ error: SocketError?, on attempt: Attempt, _ report: () -> Void) {
        let ending: ReconnectSchedule.Ending =
            // An error while the connection is open means that this client ends the connection.
            switch error {
            case .peerSilent where attempt.isOpen: .silent
            case .some where attempt.isOpen: .failed
            default: .ended
            }
        schedule.connectionEnded(ending, at: clock.now)
        failure = error
        report()
    }

    /// Starts a task that starts or ends a session, and reports to the slot when the task is done.
    private func begin(
        _ number: Int, on attempt: Attempt,
        _ body: @escaping @Sendable (any SocketSession, SessionConnection) async throws -> Void,
        ended: @escaping @Sendable (SessionSlot, SocketError?) -> Outcome
    ) {
        guard let session, let transport = attempt.transport else { fatalError("A session has a connection.") }
        let id = attempt.number
        let queue = BoundedQueue<ReceivedMessage>(limit: 1)
        let connection = SessionConnection(
            transport, queue, attempt: id,
            report: { [weak self] error in
                Task { await self?.report(on: id) { $0.sessionFailed(session: number, error) } }
            },
            endIsExpected: { [weak self] in await self?.report(on: id) { $0.expectEnd(session: number) } })
        attempt.sessionConnection = connection
        let task = ScopedTask { [weak self] in
            var problem: SocketError?
            do {
                try await body(session, connection)
            } catch {
                problem = SocketError(error) { .noSession($0) }
            }
            await self?.report(on: id) { [problem] in ended($0, problem) }
        }
        attempt.exchange = Attempt.Exchange(task: task, queue: queue)
    }

    private func report(on number: Int, _ request: @Sendable (SessionSlot) -> Outcome) {
        if let attempt = current(number) { perform(on: attempt, request) }
    }
}
