import AsyncPrimitives

/// The decision whether the peer of a connection is still there.
///
/// Everything that comes in shows that it is, and so does a message that goes out after it had to wait. While a consumer
/// stalls the connection nothing can come in, so that time does not count.
struct Liveness {
    private let pingInterval: Duration
    private let pingTimeout: Duration
    /// The current silence; `nil` until the first check.
    private var silence: Silence?
    /// The reason why a message could not be sent. The peer's own reason may still be on its way.
    var sendError: TransportError?

    private struct Silence {
        let start: AnyClock.Instant
        /// The counts at its start, of what had come in and of stalls.
        let activity: [Int]
        var pingTime: AnyClock.Instant?
    }

    init(pingInterval: Duration, pingTimeout: Duration) {
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
    }

    enum Check: Hashable {
        case wait(until: AnyClock.Instant)
        /// Ping the peer, and check again at this time.
        case ping(thenWaitUntil: AnyClock.Instant)
        case fail(SocketError)
    }

    /// Decides what to do; nothing tells when something comes in, so this is called several times in an interval.
    mutating func check(at now: AnyClock.Instant, inboundActivity: Int, stalls: Stalls) -> Check {
        // A connection that cannot be written to, and that a consumer keeps from being read to its end.
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
