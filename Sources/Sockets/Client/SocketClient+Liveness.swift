import AsyncPrimitives

extension SocketClient {
    /// Asks the peer for a sign of life whenever nothing came in for a while.
    ///
    /// Anything that comes in is one, and a consumer that lets nothing come in is no fault of the peer.
    func watch(_ attempt: Attempt) {
        attempt.liveness = ScopedTask.repeating(on: clock) { [weak self, number = attempt.number] in
            await self?.lookForSign(on: number)
        }
    }

    /// Looks whether something has come in; when, nobody says, hence this is done several times in an interval.
    ///
    /// - Returns: When to look again, unless the connection is over.
    private func lookForSign(on number: Int) -> AnyClock.Instant? {
        guard !Task.isCancelled, let attempt = current(number), let transport = attempt.transport else { return nil }
        let stalls = broadcaster.stalls + (attempt.session?.queue.stalls ?? .none)
        if stalls.isStalled, let error = attempt.sendError {
            // It cannot be written to, and a consumer prevents that it is read to its end.
            fail(number, .transport(error))
            return nil
        }
        let now = clock.now
        let activity = [transport.inboundActivity, stalls.count]
        var silence = attempt.silence ?? Attempt.Silence(activity: activity, start: now)
        if stalls.isStalled || activity != silence.activity {
            silence = Attempt.Silence(activity: activity, start: now)
        }
        if silence.askTime == nil, now >= silence.start + configuration.pingInterval {
            silence.askTime = now
            askForSign(on: attempt)
        }
        attempt.silence = silence
        let end = silence.askTime.map { $0 + configuration.pingTimeout } ?? silence.start + configuration.pingInterval
        if now < end { return min(end, now + configuration.pingInterval / 4) }
        expire(number, .silent)
        return nil
    }

    private func askForSign(on attempt: Attempt) {
        attempt.sign?.fulfill(with: .failure(SocketError.timedOut))
        attempt.sign = try? beginRoundTrip()
    }

    /// Sends a ping, or lets it wait until the one that is under way was answered: a pong does not say to which.
    func beginRoundTrip() throws(SocketError) -> Promise<Duration> {
        guard let attempt, attempt.isOpen else { throw .notConnected }
        let promise = Promise<Duration>()
        let first = attempt.roundTrips.first?.promise
        attempt.roundTrips.append((clock.now, promise))
        pingAgain(on: attempt, unlessFor: first)
        return promise
    }

    /// Tells who measures a round trip how long it took, and begins the next one.
    func endRoundTrip(on attempt: Attempt) {
        guard let (start, promise) = attempt.roundTrips.first else { return }
        promise.fulfill(with: .success(clock.now - start))
        pingAgain(on: attempt, unlessFor: promise)
    }

    /// Forgets round trips that are over, and begins the first of the others, unless it is the one under way.
    private func pingAgain(on attempt: Attempt, unlessFor underWay: Promise<Duration>?) {
        attempt.roundTrips.removeAll { $0.promise.isFulfilled }
        guard let first = attempt.roundTrips.first, first.promise !== underWay else { return }
        attempt.roundTrips[0].start = clock.now
        attempt.transport?.ping()
    }
}
