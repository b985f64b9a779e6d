import AsyncPrimitives

/// Decides whether a server sends data as often as it has promised.
///
/// STOMP 1.2 asks for new data, not for whole frames: every byte of a large message over a slow line shows that the
/// server is there. The specification asks for some tolerance but names no number; this type tolerates two intervals.
struct HeartBeatMonitor {
    /// The latest known time at which data came in.
    private(set) var lastRead: AnyClock.Instant
    /// The transport's count of inbound activity at the time of `lastRead`.
    private var inboundActivity: Int

    init(at now: AnyClock.Instant, inboundActivity: Int) {
        lastRead = now
        self.inboundActivity = inboundActivity
    }

    /// Counts this moment as the latest input: a message has come in, or a stalling consumer prevents any input.
    mutating func read(at now: AnyClock.Instant, inboundActivity: Int) {
        lastRead = now
        self.inboundActivity = inboundActivity
    }

    /// Checks for new data. This is called several times in an interval, because incoming bytes cause no event.
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
