import AsyncPrimitives

/// Decides whether the peer of a connection is still there.
///
/// The peer is there if anything comes in, or a message goes out after it had to wait. Time in which a full consumer
/// stalls the connection does not count as silence, because nothing can come in.
struct Liveness {
    private let pingInterval: Duration
    private let pingTimeout: Duration
    /// The current time without activity; `nil` until the first check.
    private var silence: Silence?
    /// The reason why a message could not be sent. The peer's own reason may still come in.
    var sendError: TransportError?

    private struct Silence {
        let start: AnyClock.Instant
        /// The counts of inbound activity and of stalls at the start of the silence.
        let activity: [Int]
        var pingTime: AnyClock.Instant?
    }

    init(pingInterval: Duration, pingTimeout: Duration) {
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
    }

    enum Check: Hashable {
        case wait(until: AnyClock.Instant)
        /// Ping the peer now, and check again at this time.
        case ping(thenWaitUntil: AnyClock.Instant)
        case fail(SocketError)
    }

    /// Checks for activity, and returns what to do. Activity causes no event, so check several times in an interval.
    mutating func check(at now: AnyClock.Instant, inboundActivity: Int, stalls: Stalls) -> Check {
        // No message can be written, and a stalled consumer keeps the client from reading to the end.
        if stalls.isStalled, let sendError { return .fail(.transport(sendError)) }
        let activity = [inboundActivity, stalls.count]
        var silence = silence ?? Silence(start: now, activity: activity)
        if stalls.isStalled || activity != silence.activity { silence = Silence(start: now, activity: activity) }
        defer { self.silence = silence }

        if let pingTime = silence.pingTime {
            let end = pingTime + pingTimeout
            return now < end ? .wait(until: min(end, nextCheck(after: now))) : .fail(.peerSilent)
        }
        let end = silence.start + pingInterval
        if now < end { return .wait(until: min(end, nextCheck(after: now))) }
        silence.pingTime = now
        return .ping(thenWaitUntil: min(now + pingTimeout, nextCheck(after: now)))
    }

    private func nextCheck(after now: AnyClock.Instant) -> AnyClock.Instant { now + pingInterval / 4 }
}
