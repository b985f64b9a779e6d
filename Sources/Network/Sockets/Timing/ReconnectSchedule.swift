import AsyncPrimitives

/// The time before which no attempt begins, which a backoff puts off after each failure.
struct ReconnectSchedule {
    /// The way in which a connection has come to be of no more use, which decides about the time that it was of use.
    enum Ending {
        /// The peer or the network ended it, or the client itself wants it no longer: it was of use until now.
        case ended
        /// The client gave it up because nothing came in: it was of use until something did.
        case silent
        /// The client gave it up for another reason, which the next one is likely to have as well: it was of no use.
        case failed
    }

    /// The time in which a connection was of use, as far as is known.
    private struct Use {
        let start: AnyClock.Instant
        var lastEvent: AnyClock.Instant
    }

    private var backoff: Backoff
    private var generator: any RandomNumberGenerator & Sendable
    private var use: Use?

    private(set) var earliestAttempt: AnyClock.Instant

    init(_ backoff: Backoff, using generator: any RandomNumberGenerator & Sendable, at now: AnyClock.Instant) {
        self.backoff = backoff
        self.generator = generator
        earliestAttempt = now
    }

    mutating func skipWait(at now: AnyClock.Instant) { earliestAttempt = now }

    /// Puts the next attempt off, after an end that says nothing about the peer for a short time only.
    mutating func postpone(at now: AnyClock.Instant, afterProvokedEnd isProvoked: Bool = false) {
        earliestAttempt = now + (isProvoked ? backoff.first(using: &generator) : backoff.next(using: &generator))
    }

    /// Notes that a connection is of use from now on.
    mutating func connected(at now: AnyClock.Instant) { use = Use(start: now, lastEvent: now) }

    /// Notes that the peer has sent something that is complete.
    mutating func received(at now: AnyClock.Instant) { use?.lastEvent = now }

    /// Notes that the connection is of no more use, if one was; after a long use the waits start over.
    mutating func connectionEnded(_ ending: Ending, at now: AnyClock.Instant) {
        guard let use = use.take() else { return }
        switch ending {
        case .ended: backoff.connectionEnded(after: now - use.start)
        case .silent: backoff.connectionEnded(after: use.lastEvent - use.start)
        case .failed: break
        }
    }
}
