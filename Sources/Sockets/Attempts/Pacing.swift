import AsyncPrimitives

/// The time before which no attempt begins, which a backoff puts off after each failure.
struct Pacing {
    private var backoff: Backoff
    private var generator: any RandomNumberGenerator & Sendable
    private var connectedSince: AnyClock.Instant?

    private(set) var earliestAttempt: AnyClock.Instant

    init(_ backoff: Backoff, using generator: any RandomNumberGenerator & Sendable, at now: AnyClock.Instant) {
        self.backoff = backoff
        self.generator = generator
        earliestAttempt = now
    }

    /// Lets the next attempt begin at once.
    mutating func skipWait(at now: AnyClock.Instant) { earliestAttempt = now }

    /// Puts the next attempt off, after an end that says nothing about the peer for a short time only.
    mutating func postpone(at now: AnyClock.Instant, afterProvokedEnd isProvoked: Bool = false) {
        earliestAttempt = now + (isProvoked ? backoff.first(using: &generator) : backoff.next(using: &generator))
    }

    /// Notes that a connection is of use from now on.
    mutating func connected(at now: AnyClock.Instant) { connectedSince = now }

    /// Notes that the connection is of no more use, if one was; after a long use the waits start over.
    mutating func connectionEnded(at now: AnyClock.Instant) {
        guard let start = connectedSince.take() else { return }
        backoff.connectionEnded(after: now - start)
    }
}
