import AsyncPrimitives

extension SocketClient {
    /// Pings the peer when it was silent for `pingInterval`, and ends the attempt if it then stays silent.
    func watch(_ attempt: Attempt) {
        let number = attempt.number
        guard let nextCheck = checkLiveness(of: number) else { return }
        attempt.tasks.liveness = ScopedTask.repeating(from: nextCheck, on: clock) { [weak self] in
            await self?.checkLiveness(of: number)
        }
    }

    /// - Returns: The time of the next check; `nil` if the attempt is over.
    private func checkLiveness(of number: Int) -> AnyClock.Instant? {
        guard !Task.isCancelled, let attempt = current(number), let transport = attempt.transport else { return nil }
        let stalls = broadcaster.stalls + (attempt.exchange?.queue.stalls ?? .none)
        let now = clock.now
        switch attempt.liveness.check(at: now, inboundActivity: transport.inboundActivity, stalls: stalls) {
        case .wait(let time): return time
        case .ping(let time):
            if attempt.isOpen, attempt.pings.beginCheck(at: now) { transport.ping() }
            return time
        case .fail(let error):
            perform(on: attempt) { $0.failed(error) }
            return nil
        }
    }

    /// Begins a round trip: sends a ping now, or when the round trips before it have ended.
    func beginRoundTrip() throws(SocketError) -> Promise<Duration> {
        guard let attempt, attempt.isOpen else { throw .notConnected }
        let (promise, sendsPing) = attempt.pings.begin(at: clock.now)
        if sendsPing { attempt.transport?.ping() }
        return promise
    }

    /// Ends the current round trip, and sends the ping of the next round trip, if any.
    func endRoundTrip(on attempt: Attempt) {
        if attempt.pings.end(at: clock.now) { attempt.transport?.ping() }
    }
}
