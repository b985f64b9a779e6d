import AsyncPrimitives
import StatePattern

extension SocketClient {
    /// Replaces the current attempt by a new one, which begins as soon as it may.
    func open(_ number: Int) {
        drop()
        let liveness = Liveness(pingInterval: configuration.pingInterval, pingTimeout: configuration.pingTimeout)
        let attempt = Attempt(number: number, liveness: liveness)
        self.attempt = attempt
        guard schedule.earliestAttempt > clock.now else { return begin(attempt) }
        attempt.tasks.delay = ScopedTask.timer(at: schedule.earliestAttempt, on: clock) { [weak self] in
            await self?.endDelay(of: number)
        }
    }

    private func endDelay(of number: Int) {
        guard let attempt = current(number), attempt.tasks.delay != nil else { return }
        begin(attempt)
    }

    /// Begins an attempt: makes the request, opens a connection, and reads from it until its end.
    func begin(_ attempt: Attempt) {
        let number = attempt.number
        if attempt.tasks.delay != nil {
            attempt.tasks.delay = nil
            post(status.phase)
        }
        setDeadline(after: configuration.connectTimeout, of: attempt)
        // The task does not retain the client while it waits: releasing a client ends its connection.
        attempt.tasks.reading = ScopedTask { [weak self, makeRequest] in
            let request: Result<ConnectionRequest, any Error>
            do { request = .success(try await makeRequest(number)) } catch { request = .failure(error) }
            guard let transport = await self?.connect(number, request) else { return }
            while true {
                let event = await transport.nextEvent()
                switch await self?.receive(event, of: number) {
                case .wait(let rooms): for room in rooms { try? await room.value }
                case .resumeReading: break
                case .stop, nil: return
                }
            }
        }
    }

    /// Opens a connection, unless the attempt was replaced.
    private func connect(_ number: Int, _ request: Result<ConnectionRequest, any Error>) -> (any Transport)? {
        guard let attempt = current(number) else { return nil }
        switch request {
        case .success(let request):
            let transport = makeTransport()
            attempt.transport = transport
            transport.open(request, timeout: configuration.connectTimeout)
            return transport
        case .failure(let error):
            perform(on: attempt) { $0.failed(SocketError(error) { .noRequest($0) }) }
            return nil
        }
    }

    private enum Next {
        case resumeReading
        /// Resume reading when all consumers have room.
        case wait([Promise<Void>])
        case stop
    }

    /// Handles an event of the connection of an attempt.
    private func receive(_ event: TransportEvent, of number: Int) -> Next {
        guard let attempt = current(number) else { return .stop }
        schedule.received(at: clock.now)
        switch event {
        case .opened(let subprotocol):
            attempt.isOpen = true
            attempt.subprotocol = subprotocol
            watch(attempt)
            perform { $0.connected(attempt: number) }
            return .resumeReading
        case .text(let text): return pass(.text(text), of: attempt)
        case .binary(let bytes): return pass(.binary(bytes), of: attempt)
        case .pong:
            endRoundTrip(on: attempt)
            return .resumeReading
        case .refused(let status, let headers, let body):
            perform(on: attempt) {
                $0.failed(SocketError(answer: .refused(status: status, headers: headers, body: body)))
            }
            return .stop
        case .ended(let ending):
            attempt.isOpen = false
            perform(on: attempt) { $0.connectionEnded(SocketError(ending)) }
            return .stop
        }
    }

    /// Passes a message to the session that is being started or ended, or else to the consumers of messages.
    ///
    /// While the client is suspended, messages belong to no session, and are dropped.
    private func pass(_ message: Socket.Message, of attempt: Attempt) -> Next {
        let received = ReceivedMessage(message: message, attempt: attempt.number)
        return switch attempt.slot.recipient {
        case .consumers: socket.phase.isSuspended ? .resumeReading : .wait(broadcaster.send(.message(received)))
        case .session: .wait([attempt.exchange?.queue.append(received)].compactMap { $0 })
        case .none: .resumeReading
        }
    }

    /// Aborts the attempt at once, even if tasks still hold it, so that it is over when it is reported as over.
    func drop() {
        sendQueue.close()
        attempt.take()?.abort()
    }

    /// Closes the connection in an orderly way, within a time limit; aborts an attempt without a connection.
    func close() {
        guard let attempt, attempt.isOpen, let transport = attempt.transport else {
            drop()
            socket.disconnected(attempt: socket.attempt)
            return
        }
        sendQueue.flush()
        perform(on: attempt) { $0.close() }
        attempt.tasks.liveness = nil
        setDeadline(after: configuration.closeTimeout, of: attempt)
        transport.close(code: .normal, reason: "")
    }

    /// Returns the attempt with this number; `nil` unless it is the current one.
    func current(_ number: Int) -> Attempt? { attempt?.number == number ? attempt : nil }

    /// Ends an attempt after a timeout, unless the deadline is replaced or removed first.
    func setDeadline(after timeout: Duration, of attempt: Attempt) {
        attempt.tasks.deadline = ScopedTask.timer(at: clock.now + timeout, on: clock) {
            [weak self, number = attempt.number] in
            await self?.expire(number)
        }
    }

    /// Ends an attempt after its deadline.
    ///
    /// The deadline may have been cancelled while its task waited for this actor.
    private func expire(_ number: Int) {
        guard !Task.isCancelled, let attempt = current(number) else { return }
        perform(on: attempt) { $0.failed(.timedOut) }
    }
}
