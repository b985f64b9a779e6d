import AsyncPrimitives

/// The decision whether a server keeps its promise of heart-beats.
///
/// STOMP 1.2 wants new data, not whole frames: every byte of a large message over a slow line shows that the server is there.
/// The specification asks for some tolerance and leaves it open how much; this allows for two intervals.
struct HeartBeatMonitor {
    /// The latest time at which something is known to have come in.
    private(set) var lastRead: AnyClock.Instant
    /// The transport's count of what had come in by then.
    private var inboundActivity: Int

    init(at now: AnyClock.Instant, inboundActivity: Int) {
        lastRead = now
        self.inboundActivity = inboundActivity
    }

    /// Notes that a message has come in, or that nothing can because a consumer stalls the session.
    mutating func read(at now: AnyClock.Instant, inboundActivity: Int) {
        lastRead = now
        self.inboundActivity = inboundActivity
    }

    /// Decides what to do; nothing tells when bytes come in, so this is called several times in an interval.
    ///
    /// Returns the time of the next check; `nil` if nothing has come in for two intervals.
    mutating func check(
        at now: AnyClock.Instant, inboundActivity: Int, interval: Duration
    ) -> AnyClock.Instant? {
        if inboundActivity != self.inboundActivity { read(at: now, inboundActivity: inboundActivity) }
        let end = lastRead + interval + interval
        return now < end ? min(end, now + interval / 2) : nil
    }
}
