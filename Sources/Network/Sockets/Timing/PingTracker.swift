import AsyncPrimitives

/// The round trips on a connection. Only one is current, because a pong does not name its ping; the others wait.
struct PingTracker {
    private struct Trip {
        var start: AnyClock.Instant
        let promise: Promise<Duration>
    }

    /// The current round trip, followed by the round trips that wait for it.
    private var trips: [Trip] = []
    /// The promise of the latest round trip that only checks that the peer is there; its duration is not used.
    private var check: Promise<Duration>?

    /// Adds a round trip. Returns a promise of its duration, and true if the caller must send a ping now.
    ///
    /// A caller that no longer wants the duration fails the promise.
    mutating func begin(at now: AnyClock.Instant) -> (promise: Promise<Duration>, sendsPing: Bool) {
        let promise = Promise<Duration>()
        let underWay = trips.first?.promise
        trips.append(Trip(start: now, promise: promise))
        return (promise, resume(at: now, after: underWay))
    }

    /// Adds a round trip that only checks that the peer is there, and drops the previous round trip of this kind.
    ///
    /// Returns true if the caller must send a ping now.
    mutating func beginCheck(at now: AnyClock.Instant) -> Bool {
        check?.fulfill(with: .failure(SocketError.timedOut))
        let (promise, sendsPing) = begin(at: now)
        check = promise
        return sendsPing
    }

    /// Ends the current round trip. Returns true if the caller must send a ping now, for the next round trip.
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

    /// Removes round trips with a fulfilled promise. Returns true if this makes another round trip current, which then
    /// starts.
    ///
    /// `underWay` is the promise of the round trip that was current before.
    private mutating func resume(at now: AnyClock.Instant, after underWay: Promise<Duration>?) -> Bool {
        trips.removeAll { $0.promise.isFulfilled }
        guard let first = trips.first, first.promise !== underWay else { return false }
        trips[0].start = now
        return true
    }
}
