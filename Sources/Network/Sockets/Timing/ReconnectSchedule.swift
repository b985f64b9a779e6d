import AsyncPrimitives

/// The earliest time of the next attempt, which a backoff postpones after each failure.
struct ReconnectSchedule {
    /// The way in which a connection has ended, which decides how long the connection was of use.
    enum Ending {
        /// The peer or the network has ended the connection, or the client no longer wants it: it was of use until now.
        case ended
        /// The client has dropped the connection because nothing came in: it was of use until the last event.
        case silent
        /// The client has dropped the connection for another reason, which is likely to recur: it was of no use.
        case failed
    }

    /// The start of a connection's use, and the time of its latest event.
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

    /// Postpones the next attempt. After a provoked end, the wait is short and later waits do not grow.
    mutating func postpone(at now: AnyClock.Instant, afterProvokedEnd isProvoked: Bool = false) {
        earliestAttempt = now + (isProvoked ? backoff.first(using: &generator) : backoff.next(using: &generator))
    }

    /// Begins to count the time for which a connection is of use.
    mutating func connected(at now: AnyClock.Instant) { use = Use(start: now, lastEvent: now) }

    /// Stores the time of the connection's latest event.
    mutating func received(at now: AnyClock.Instant) { use?.lastEvent = now }

    /// Ends the use of the connection, if any. After a long use, the waits are reset.
    mutating func connectionEnded(_ ending: Ending, at now: AnyClock.Instant) {
        guard let use = use.take() else { return }
        switch ending {
        case .ended: backoff.connectionEnded(after: now - use.start)
        case .silent: backoff.connectionEnded(after: use.lastEvent - use.start)
        case .failed: break
        }
    }
}
