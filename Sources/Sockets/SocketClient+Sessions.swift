import StatePattern

extension SocketClient {
    /// Starts a session on the connection that stands; without one to start, it runs already.
    func startSession(_ number: Int) {
        guard let session, let attempt, let connection = attempt.transport else {
            socket.startedSession(session: number)
            return
        }
        if attempt.deadline == nil { setDeadline(after: configuration.connectTimeout, of: attempt) }
        if case .ending = attempt.session?.role {
            attempt.nextSession = number
            return
        }
        let subprotocol = attempt.subprotocol
        run(.starting(number), on: attempt, connection) { try await session.start(on: $0, subprotocol: subprotocol) }
    }

    /// Ends the session, or its start, and keeps the connection.
    func endSession() {
        guard let session, let attempt, let connection = attempt.transport else { return }
        if attempt.nextSession != nil {
            attempt.nextSession = nil  // The last session is still being ended, and none has been started since.
            return
        }
        attempt.stopSession()
        run(.ending, on: attempt, connection) { await session.end(on: $0) }
    }

    private func run(
        _ role: Attempt.SessionRole, on attempt: Attempt, _ transport: any Transport,
        _ body: @escaping @Sendable (SessionConnection) async throws -> Void
    ) {
        let mailbox = Mailbox<Incoming>(limit: 1)
        let number = attempt.number
        let connection = SessionConnection(
            transport, mailbox, attempt: number,
            report: { [weak self] error in Task { await self?.fail(number, error) } },
            endIsExpected: { [weak self] in await self?.expectEnd(of: number) })
        let task = OwnedTask { [weak self] in
            var problem: SocketError?
            do {
                try await body(connection)
            } catch {
                problem = SocketError(error) { .noSession($0) }
            }
            await self?.finish(role, mailbox, problem)
        }
        attempt.session = (role, task, mailbox)
    }

    private func expectEnd(of number: Int) { current(number)?.isEndExpected = true }

    private func finish(_ role: Attempt.SessionRole, _ mailbox: Mailbox<Incoming>, _ problem: SocketError?) {
        guard let attempt, attempt.session?.mailbox === mailbox else { return }
        if case .unauthenticated(let words)? = problem { return fail(attempt.number, .unauthenticated(words)) }
        if let error = attempt.ending ?? problem { return fail(attempt.number, error) }
        // What the session has left over comes before what is still on its way.
        mailbox.close { [hub] in hub.publish($0) }
        attempt.session = nil
        switch role {
        case .starting(let number): perform { $0.startedSession(session: number) }
        case .ending:
            guard let next = attempt.nextSession else { return }
            attempt.nextSession = nil
            startSession(next)
        }
    }
}
