import AsyncPrimitives
import StatePattern

extension SocketClient {
    /// Starts a session on the connection that stands; without one to start, it runs already.
    func startSession(_ number: Int) {
        guard let session, let attempt, let connection = attempt.transport else {
            socket.startedSession(session: number)
            return
        }
        attempt.isEndExpected = false  // That was another session.
        if attempt.deadline == nil { setDeadline(after: configuration.connectTimeout, of: attempt) }
        if attempt.session?.role == .ending {
            attempt.nextSession = number
            return
        }
        let subprotocol = attempt.subprotocol
        attempt.sessionNumber = number
        run(number, .starting, on: attempt, connection) { try await session.start(on: $0, subprotocol: subprotocol) }
    }

    /// Ends the session, or its start, and keeps the connection.
    func endSession() {
        guard let session, let attempt, let connection = attempt.transport else { return }
        if attempt.nextSession != nil {
            attempt.nextSession = nil  // The last session is still being ended, and none has been started since.
            return
        }
        guard attempt.ending == nil, let number = attempt.sessionNumber else { return }
        attempt.stopSession()
        run(number, .ending, on: attempt, connection) { await session.end(on: $0) }
    }

    private func run(
        _ number: Int, _ role: Attempt.SessionRole, on attempt: Attempt, _ transport: any Transport,
        _ body: @escaping @Sendable (SessionConnection) async throws -> Void
    ) {
        let queue = BoundedQueue<ReceivedMessage>(limit: 1)
        let connection = SessionConnection(
            transport, queue, attempt: attempt.number,
            report: { [weak self] error in Task { await self?.giveUp(in: number, error) } },
            endIsExpected: { [weak self] in await self?.expectEnd(in: number) })
        let task = ScopedTask { [weak self] in
            var problem: SocketError?
            do {
                try await body(connection)
            } catch {
                problem = SocketError(error) { .noSession($0) }
            }
            await self?.finish(number, role, queue, problem)
        }
        attempt.session = (role, task, queue)
    }

    /// Gives a connection up, as the session says that has it, unless another one has it by now, or none.
    private func giveUp(in session: Int, _ error: SocketError) {
        guard let attempt, attempt.sessionNumber == session else { return }
        fail(attempt.number, error)
    }

    /// Expects the end of a connection, as the session says that has it; another one may be wanted already.
    private func expectEnd(in session: Int) {
        guard let attempt, attempt.sessionNumber == session, attempt.nextSession == nil else { return }
        attempt.isEndExpected = true
    }

    private func finish(
        _ number: Int, _ role: Attempt.SessionRole, _ queue: BoundedQueue<ReceivedMessage>, _ problem: SocketError?
    ) {
        guard let attempt, attempt.session?.queue === queue else { return }
        if case .unauthenticated(let words)? = problem { return fail(attempt.number, .unauthenticated(words)) }
        // What the session has left over comes before what is still on its way, and before the end of the connection.
        if problem == nil { queue.close { [broadcaster] in broadcaster.send($0) } }
        if let error = attempt.ending ?? problem { return fail(attempt.number, error) }
        attempt.session = nil
        switch role {
        case .starting: perform { $0.startedSession(session: number) }
        case .ending:
            attempt.sessionNumber = nil
            guard let next = attempt.nextSession else { return }
            attempt.nextSession = nil
            startSession(next)
        }
    }
}
