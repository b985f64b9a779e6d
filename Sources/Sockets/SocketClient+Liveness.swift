extension SocketClient {
    /// Asks the peer for a sign of life whenever nothing came in for a while.
    ///
    /// Anything that comes in is one, and a consumer that lets nothing come in is no fault of the peer.
    func watch(_ attempt: Attempt) {
        guard let transport = attempt.transport else { return }
        let number = attempt.number
        attempt.liveness = OwnedTask { [weak self, time, hub, configuration] in
            func isSilent(for duration: Duration) async throws -> Bool {
                let before = (transport.receivedByteCount, hub.holdUps.count)
                try await time.sleep(until: time.now + duration)
                let holdUps = hub.holdUps
                return !holdUps.isNow && before == (transport.receivedByteCount, holdUps.count)
            }
            do {
                while true {
                    guard try await isSilent(for: configuration.pingInterval) else {
                        await self?.endIfUnheard(number)
                        continue
                    }
                    await self?.askForSign(number)
                    if try await isSilent(for: configuration.pingTimeout) { break }
                }
            } catch {
                return  // Cancelled: the connection is over.
            }
            await self?.expire(number, .silent)
        }
    }

    private func askForSign(_ number: Int) {
        guard let attempt = current(number) else { return }
        attempt.sign?.keep(.failure(SocketError.timedOut))
        attempt.sign = try? beginRoundTrip()
    }

    /// Ends a connection that can be neither written to nor read: the one has failed, and a consumer prevents the other.
    private func endIfUnheard(_ number: Int) {
        guard let error = current(number)?.sendError, hub.holdUps.isNow else { return }
        fail(number, .transport(error))
    }

    /// Sends a ping, or lets it wait until the one that is under way was answered: a pong does not say to which.
    func beginRoundTrip() throws(SocketError) -> Promise<Duration> {
        guard let attempt, attempt.isOpen else { throw .notConnected }
        let promise = Promise<Duration>()
        let first = attempt.roundTrips.first?.promise
        attempt.roundTrips.append((time.now, promise))
        pingAgain(on: attempt, unlessFor: first)
        return promise
    }

    /// Tells who measures a round trip how long it took, and begins the next one.
    func endRoundTrip(on attempt: Attempt) {
        guard let (start, promise) = attempt.roundTrips.first else { return }
        promise.keep(.success(time.now - start))
        pingAgain(on: attempt, unlessFor: promise)
    }

    /// Forgets round trips that are over, and begins the first of the others, unless it is the one under way.
    private func pingAgain(on attempt: Attempt, unlessFor underWay: Promise<Duration>?) {
        attempt.roundTrips.removeAll { $0.promise.isKept }
        guard let first = attempt.roundTrips.first, first.promise !== underWay else { return }
        attempt.roundTrips[0].start = time.now
        attempt.transport?.ping()
    }
}
