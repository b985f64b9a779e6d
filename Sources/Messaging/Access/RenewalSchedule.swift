/// Determines how long a token is used before it is renewed.
///
/// A token that arrives expired points to a wrong clock here or to a broken issuer. So each of them in a row is used for
/// twice the time of the one before, up to an hour.
struct RenewalSchedule {
    private let lead: Duration
    private let minimum: Duration
    /// The time for which the next token is used at least; grows with each token that arrives expired.
    private var minimumUse: Duration

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - lead: The time before its expiry at which a token is renewed, but at most half of its life.
    ///   - minimum: The time for which a token is used at least.
    init(lead: Duration, minimum: Duration) {
        self.lead = lead
        self.minimum = minimum
        minimumUse = minimum
    }

    /// Returns the time after which a token with so much life left is to be renewed.
    mutating func use(ofTokenWithLife life: Duration) -> Duration {
        if life > .zero { minimumUse = minimum }
        defer { if life <= .zero { minimumUse = min(minimumUse * 2, max(minimum, .seconds(3600))) } }
        return max(life - min(lead, life / 2), minimumUse)
    }

    /// Starts over for another user.
    mutating func reset() { minimumUse = minimum }
}
