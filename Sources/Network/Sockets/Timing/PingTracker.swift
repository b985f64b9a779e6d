import AsyncPrimitives

/// The round trips on a connection, measured one after the other, because a pong does not name its ping.
struct PingTracker {
    private struct Trip {
        var start: AnyClock.Instant
        let promise: Promise<Duration>
    }

    /// The current round trip, and the ones that wait for it.
    private var trips: [Trip] = []
    /// The latest round trip that only checks that the peer is there; its duration is not used.
    private var check: Promise<Duration>?

    /// Adds a round trip. Returns a promise of its duration, and true if a ping is due now. A caller that stops waiting
    /// fails the promise.
    mutating func begin(at now: AnyClock.Instant) -> (promise: Promise<Duration>, sendsPing: Bool) {
        let promise = Promise<Duration>()
        let underWay = trips.first?.promise
        trips.append(Trip(start: now, promise: promise))
        return (promise, resume(at: now, after: underWay))
    }

    /// Adds a round trip that only checks that the peer is there, which replaces the last such round trip. Returns true
    /// if a ping is due now.
    mutating func beginCheck(at now: AnyClock.Instant) -> Bool {
        check?.fulfill(with: .failure(SocketError.timedOut))
        let (promise, sendsPing) = begin(at: now)
        check = promise
        return sendsPing
    }

    /// Ends the current round trip. Returns true if a ping is due now, for the next round trip.
    mutating func end(at now: AnyClock.Instant) -> Bool {
        guard let first = trips.first else { return false }
        first.promise.fulfill(with: .success(now - first.start))
        return resume(at: now, after: first.promise)
    }

    /// Fails all round trips, because the connection is over.
    mutating func failAll() {
        for trip in trips { trip.promise.fulfill(with: .failure(SocketError.notConnected)) }
        trips = []
    }

    /// Removes ended round trips, and starts the first remaining one unless it is current.
    private mutating func resume(at now: AnyClock.Instant, after underWay: Promise<Duration>?) -> Bool {
        trips.removeAll { $0.promise.isFulfilled }
        guard let first = trips.first, first.promise !== underWay else { return false }
        trips[0].start = now
        return true
    }
}
