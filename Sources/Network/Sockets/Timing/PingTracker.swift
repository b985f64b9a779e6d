import AsyncPrimitives

/// The round trips that are measured on a connection, one after the other: a pong does not say which ping it answers.
struct PingTracker {
    private struct Trip {
        var start: AnyClock.Instant
        let promise: Promise<Duration>
    }

    /// Those that are not over; the ping of the first one has been sent.
    private var trips: [Trip] = []
    /// The latest one that only checks that the peer is there; its duration is not wanted.
    private var check: Promise<Duration>?

    /// Adds a round trip. Returns a promise of its duration, and true if a ping is due now. A caller that stops waiting
    /// fails the promise.
    mutating func begin(at now: AnyClock.Instant) -> (promise: Promise<Duration>, sendsPing: Bool) {
        let promise = Promise<Duration>()
        let underWay = trips.first?.promise
        trips.append(Trip(start: now, promise: promise))
        return (promise, resume(at: now, after: underWay))
    }

    /// Adds a round trip that checks that the peer is there, in place of the last one that did. Returns true if a ping
    /// is due now.
    mutating func beginCheck(at now: AnyClock.Instant) -> Bool {
        check?.fulfill(with: .failure(SocketError.timedOut))
        let (promise, sendsPing) = begin(at: now)
        check = promise
        return sendsPing
    }

    /// Ends the first round trip. Returns true if a ping is due now, for the next one.
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

    /// Removes round trips that are over, and starts the first of the others unless it is the current one.
    private mutating func resume(at now: AnyClock.Instant, after underWay: Promise<Duration>?) -> Bool {
        trips.removeAll { $0.promise.isFulfilled }
        guard let first = trips.first, first.promise !== underWay else { return false }
        trips[0].start = now
        return true
    }
}
