import StatePattern

extension SocketClient {
    /// Starts a session on the connection that stands; without one to start, it runs already.
    func startSession(_ number: Int) {
        guard let session, let attempt, let transport = attempt.transport else {
            socket.startedSession(session: number)
            return
        }
        let attemptNumber = attempt.number
        if attempt.deadline == nil {
            setDeadline(after: configuration.connectTimeout, of: attempt) { $0.fail(attemptNumber, .timedOut) }
        }
        let ending = attempt.session?.task
        let mailbox = Mailbox(limit: 1)
        let connection = SessionConnection(transport, mailbox)
        let subprotocol = attempt.subprotocol
        let task = OwnedTask { [weak self] in
            await ending?.finished()  // The session before this one, on the same connection.
            var problem: SocketError?
            do {
                try await session.start(on: connection, subprotocol: subprotocol)
            } catch {
                problem = SocketError(error) { .noSession($0) }
            }
            await self?.endStart(of: number, mailbox, problem)
        }
        attempt.session = (task, mailbox)
    }

    private func endStart(of number: Int, _ mailbox: Mailbox, _ problem: SocketError?) {
        guard let attempt, attempt.session?.mailbox === mailbox else { return }
        if let problem { return fail(attempt.number, problem) }
        mailbox.close(passingOn: hub.force)
        attempt.session = nil
        perform { $0.startedSession(session: number) }
    }

    /// Ends the session, or its start, and keeps the connection.
    func endSession() {
        guard let session, let attempt, let transport = attempt.transport else { return }
        attempt.stopSession()
        let mailbox = Mailbox(limit: 1)
        let connection = SessionConnection(transport, mailbox)
        let task = OwnedTask { [weak self] in
            await session.end(on: connection)
            await self?.endEnd(mailbox)
        }
        attempt.session = (task, mailbox)
    }

    private func endEnd(_ mailbox: Mailbox) {
        guard let attempt, attempt.session?.mailbox === mailbox else { return }
        // What the session has left over comes before what is still on its way.
        mailbox.close(passingOn: hub.force)
        attempt.session = nil
    }
}
