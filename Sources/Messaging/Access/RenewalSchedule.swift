/// Determines how long a token is used before it is renewed.
///
/// A token that has already expired when it arrives points to a wrong clock on this device, or to a broken issuer. To spare
/// the store, each such token in a row is used for twice as long as the one before, at most an hour.
struct RenewalSchedule {
    private let lead: Duration
    private let minimum: Duration
    /// The shortest time for which the next token is used; doubles with each token in a row that arrives expired.
    private var minimumUse: Duration

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - lead: The time between the renewal of a token and its expiry, limited to half of the time it has left.
    ///   - minimum: The shortest time for which a token is used.
    init(lead: Duration, minimum: Duration) {
        self.lead = lead
        self.minimum = minimum
        minimumUse = minimum
    }

    /// Returns the time from now until a token with this much life left is to be renewed, and counts expired ones.
    mutating func use(ofTokenWithLife life: Duration) -> Duration {
        if life > .zero { minimumUse = minimum }
        defer { if life <= .zero { minimumUse = min(minimumUse * 2, max(minimum, .seconds(3600))) } }
        return max(life - min(lead, life / 2), minimumUse)
    }

    /// Starts over for another user.
    mutating func reset() { minimumUse = minimum }
}
