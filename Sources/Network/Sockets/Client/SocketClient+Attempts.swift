import AsyncPrimitives
import StatePattern

extension SocketClient {
    /// Replaces the current attempt by a new attempt, which begins as soon as the schedule allows.
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
        // The task does not retain the client while it waits, so releasing the client ends its connection.
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

    /// Opens a connection; returns `nil` if the request failed or another attempt has replaced this one.
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
        /// Resume reading when these promises are fulfilled: all consumers then have room.
        case wait([Promise<Void>])
        case stop
    }

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
        case .ended(let code, let reason, let error):
            attempt.isOpen = false
            perform(on: attempt) { $0.connectionEnded(SocketError(code: code, reason: reason, error: error)) }
            return .stop
        }
    }

    /// Passes a message to the session that is being started or ended, even while the client is suspended.
    ///
    /// Any other message goes to the consumers, but is dropped while the client is suspended or the connection closes.
    private func pass(_ message: Socket.Message, of attempt: Attempt) -> Next {
        let received = ReceivedMessage(message: message, attempt: attempt.number)
        return switch attempt.slot.recipient {
        case .consumers: socket.phase.isSuspended ? .resumeReading : .wait(broadcaster.send(.message(received)))
        case .session: .wait([attempt.exchange?.queue.append(received)].compactMap { $0 })
        case .none: .resumeReading
        }
    }

    /// Ends the attempt and aborts its connection at once, even if tasks still retain the attempt.
    func drop() {
        sendQueue.close()
        attempt.take()?.abort()
    }

    /// Closes the connection in an orderly way, within a time limit. An attempt without an open connection is aborted.
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

    func current(_ number: Int) -> Attempt? { attempt?.number == number ? attempt : nil }

    /// Makes an attempt fail after a timeout, unless its deadline is replaced or removed before that.
    func setDeadline(after timeout: Duration, of attempt: Attempt) {
        attempt.tasks.deadline = ScopedTask.timer(at: clock.now + timeout, on: clock) {
            [weak self, number = attempt.number] in
            await self?.expire(number)
        }
    }

    /// Makes an attempt fail because its deadline has passed.
    ///
    /// The deadline may have been cancelled while its task waited for this actor.
    private func expire(_ number: Int) {
        guard !Task.isCancelled, let attempt = current(number) else { return }
        perform(on: attempt) { $0.failed(.timedOut) }
    }
}
