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
                    guard try await isSilent(for: configuration.pingInterval) else { continue }
                    transport.ping()
                    if try await isSilent(for: configuration.pingTimeout) { break }
                }
            } catch {
                return  // Cancelled: the connection is over.
            }
            await self?.fail(number, .silent)
        }
    }

    /// Sends a ping, or lets it wait until the one that is under way was answered.
    func beginRoundTrip() throws(SocketError) -> Promise<Duration> {
        guard let attempt, attempt.isOpen else { throw .notConnected }
        let promise = Promise<Duration>()
        attempt.roundTrips.append((time.now, promise))
        if attempt.roundTrips.count == 1 { attempt.transport?.ping() }
        return promise
    }

    /// Tells who measures a round trip how long it took, and begins the next one.
    func endRoundTrip(on attempt: Attempt) {
        guard let (start, promise) = attempt.roundTrips.first else { return }
        attempt.roundTrips.removeFirst()
        promise.keep(.success(time.now - start))
        guard !attempt.roundTrips.isEmpty else { return }
        attempt.roundTrips[0].start = time.now
        attempt.transport?.ping()
    }
}
