import AsyncPrimitives
import StatePattern

extension SocketClient {
    /// Prepares an attempt in place of any older one, and begins it as soon as that is allowed.
    func open(_ number: Int) {
        // Who suspends and resumes in turn does not open connections in turn.
        if let attempt, attempt.delay == nil, !attempt.isOpen { postponeAttempts() }
        drop()
        let attempt = Attempt(number: number)
        self.attempt = attempt
        guard earliestAttempt > clock.now else { return begin(attempt) }
        attempt.delay = ScopedTask.timer(at: earliestAttempt, on: clock) { [weak self] in
            await self?.endDelay(of: number)
        }
    }

    private func endDelay(of number: Int) {
        guard let attempt = current(number), attempt.delay != nil else { return }
        begin(attempt)
    }

    /// Begins an attempt: asks for the request, opens a connection, and reads from it until its end.
    func begin(_ attempt: Attempt) {
        let number = attempt.number
        if attempt.delay != nil {
            attempt.delay = nil
            post(status.phase)
        }
        setDeadline(after: configuration.connectTimeout, of: attempt)
        // While it waits it does not hold the client, which could not be let go of otherwise.
        attempt.reading = ScopedTask { [weak self, makeRequest] in
            let request: Result<ConnectionRequest, any Error>
            do { request = .success(try await makeRequest(number)) } catch { request = .failure(error) }
            guard let transport = await self?.connect(number, request) else { return }
            while true {
                let event = await transport.nextEvent()
                switch await self?.receive(event, of: number) {
                case .wait(let rooms): for room in rooms { try? await room.value }
                case .readOn: break
                case .stop, nil: return
                }
            }
        }
    }

    /// Opens a connection, if an attempt still wants one.
    private func connect(_ number: Int, _ request: Result<ConnectionRequest, any Error>) -> (any Transport)? {
        guard let attempt = current(number) else { return nil }
        switch request {
        case .success(let request):
            let transport = makeTransport()
            attempt.transport = transport
            transport.open(request, timeout: configuration.connectTimeout)
            return transport
        case .failure(let error):
            fail(number, SocketError(error) { .noRequest($0) })
            return nil
        }
    }

    /// What to do after an event.
    private enum Next {
        case readOn
        /// Read on when there is room for what was read.
        case wait([Promise<Void>])
        case stop
    }

    /// Takes note of what happened to the connection of an attempt.
    private func receive(_ event: TransportEvent, of number: Int) -> Next {
        guard let attempt = current(number) else { return .stop }
        switch event {
        case .opened(let subprotocol):
            attempt.isOpen = true
            attempt.subprotocol = subprotocol
            watch(attempt)
            perform { $0.connected(attempt: number) }
            return .readOn
        case .text(let text): return pass(.text(text), of: attempt)
        case .binary(let bytes): return pass(.binary(bytes), of: attempt)
        case .pong:
            endRoundTrip(on: attempt)
            return .readOn
        case .refused(let status, let headers):
            fail(number, SocketError(status: status, headers: headers))
            return .stop
        case .ended(let ending):
            attempt.isOpen = false
            end(attempt, SocketError(ending))
            return .stop
        }
    }

    /// Ends the connection of an attempt, when whoever starts a session on it has heard all that the peer has said.
    ///
    /// The peer may have said why it ends it; a credential that it does not accept is not to be shown again.
    private func end(_ attempt: Attempt, _ error: SocketError) {
        guard attempt.session?.role == .starting else { return fail(attempt.number, error) }
        attempt.ending = error
        attempt.session?.queue.close()
    }

    /// Hands a message to who starts or ends a session, or else to those who read the messages.
    private func pass(_ message: Socket.Message, of attempt: Attempt) -> Next {
        if socket.state is Socket.Disconnecting { return .readOn }
        let incoming = ReceivedMessage(message: message, attempt: attempt.number)
        guard let queue = attempt.session?.queue else { return .wait(broadcaster.send(incoming)) }
        return .wait([queue.append(incoming)].compactMap { $0 })
    }

    /// Ends an attempt, or the connection it has opened.
    func fail(_ number: Int, _ error: SocketError) {
        guard let attempt = current(number) else { return }
        if socket.state is Socket.Disconnecting {
            drop()
            perform { $0.disconnected(attempt: number) }
            return
        }
        noteEndOfSession()
        if attempt.isEndExpected, !attempt.isOpen {
            drop()
            failure = nil
            perform { $0.disconnect() }
            return
        }
        failure = error
        if case .unauthenticated = error {
            // A connection that stands has to be closed yet.
            if !attempt.isOpen { drop() }
            perform { $0.authFailed(attempt: number) }
        } else {
            drop()
            postponeAttempts()
            perform { $0.connectionFailed(attempt: number) }
        }
    }

    /// Lets go of the attempt, and not only when the last of those who work with it just now does: whoever is told that
    /// it is over may rely on that.
    func drop() {
        attempt?.end()
        attempt = nil
    }

    private func postponeAttempts() { earliestAttempt = clock.now + backoff.next(using: &generator) }

    /// Closes the connection in an orderly way, within a bound; what is not open yet is given up.
    func close() {
        guard let attempt, attempt.isOpen, let transport = attempt.transport else {
            drop()
            socket.disconnected(attempt: socket.attempt)
            return
        }
        attempt.stopSession()
        attempt.sessionNumber = nil
        attempt.liveness = nil
        setDeadline(after: configuration.closeTimeout, of: attempt)
        transport.close(code: .normal, reason: "")
    }

    /// Tells the backoff how long a connection was of use.
    func noteEndOfSession() {
        if status.phase == .connected { backoff.connectionEnded(after: clock.now - connectedSince) }
    }

    /// The attempt with this number, unless another one has taken its place, or none.
    func current(_ number: Int) -> Attempt? { attempt?.number == number ? attempt : nil }

    /// Ends an attempt after so long, unless it is set another deadline before, or none.
    func setDeadline(after timeout: Duration, of attempt: Attempt) {
        attempt.deadline = ScopedTask.timer(at: clock.now + timeout, on: clock) {
            [weak self, number = attempt.number] in
            await self?.expire(number, .timedOut)
        }
    }

    /// Ends an attempt whose time is up, as its owned task says.
    ///
    /// While that waited for its turn here, it may have been cancelled: then something else has come first.
    func expire(_ number: Int, _ error: SocketError) {
        if !Task.isCancelled, let attempt = current(number) { fail(number, attempt.ending ?? error) }
    }
}

extension SocketError {
    /// What was thrown by somebody else.
    init(_ error: any Error, otherwise: (String) -> SocketError) {
        switch error {
        case let error as AuthenticationError: self = .unauthenticated(error.description)
        case let error as SocketError: self = error
        default: self = otherwise("\(error)")
        }
    }

    /// Why a connection was refused.
    init(status: Int, headers: [HeaderField]) {
        switch status {
        case 401, 403: self = .unauthenticated("refused with status \(status)")
        default: self = .refused(status: status, headers: headers)
        }
    }

    /// Why a connection ended.
    init(_ ending: TransportEvent.Ending) {
        switch (ending.code, ending.error) {
        case (.unauthorized, _), (.forbidden, _): self = .unauthenticated("closed with code \(ending.code)")
        case (_, let error?): self = .transport(error)
        case (let code, nil): self = .closed(code: code, reason: ending.reason)
        }
    }
}
