import AsyncPrimitives

/// The earliest time of the next attempt, which a backoff postpones after each failure.
struct ReconnectSchedule {
    /// The way in which a connection has ended, which decides how long it was of use.
    enum Ending {
        /// The peer or the network has ended it, or the client no longer wants it: it was of use until now.
        case ended
        /// The client has dropped it because nothing came in: it was of use until the last event.
        case silent
        /// The client has dropped it for another reason, which is likely to recur: it was of no use.
        case failed
    }

    /// The known time in which a connection was of use.
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

    /// Postpones the next attempt; only for a short time after a provoked end, which says nothing about the peer.
    mutating func postpone(at now: AnyClock.Instant, afterProvokedEnd isProvoked: Bool = false) {
        earliestAttempt = now + (isProvoked ? backoff.first(using: &generator) : backoff.next(using: &generator))
    }

    /// Notes that a connection is of use from now on.
    mutating func connected(at now: AnyClock.Instant) { use = Use(start: now, lastEvent: now) }

    /// Notes an event of the connection.
    mutating func received(at now: AnyClock.Instant) { use?.lastEvent = now }

    /// Notes that the connection, if any, is no longer of use. If it was of use for long, the waits start over.
    mutating func connectionEnded(_ ending: Ending, at now: AnyClock.Instant) {
        guard let use = use.take() else { return }
        switch ending {
        case .ended: backoff.connectionEnded(after: now - use.start)
        case .silent: backoff.connectionEnded(after: use.lastEvent - use.start)
        case .failed: break
        }
    }
}
