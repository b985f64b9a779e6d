import AsyncPrimitives
import Foundation

/// Determines how long a token is used before it is refreshed.
///
/// A token that has already expired when it arrives indicates a wrong clock on this device, or a broken issuer. To
/// spare the store, each such token in a row is used for twice as long as the previous one, at most an hour.
///
/// Tokens that expire together, as after a restart of their issuer, are refreshed at random times over half of the lead.
struct RefreshSchedule {
    private let lead: Duration
    private let minimum: Duration
    /// The shortest time to use the next token; doubled by each token in a row that arrives expired.
    private var minimumUse: Duration
    private var generator: any RandomNumberGenerator & Sendable

    /// Creates a schedule. It limits the lead to half of the life that a token has left, and the shortest use to
    /// `Duration.longest`.
    init(lead: Duration, minimum: Duration, generator: any RandomNumberGenerator & Sendable) {
        self.lead = lead
        self.minimum = minimum.clamped
        self.generator = generator
        minimumUse = self.minimum
    }

    /// Returns the time from now to the refresh of a token, and counts the tokens in a row that arrive expired.
    mutating func use(ofTokenUntil expiry: Date, from now: Date) -> Duration {
        let life = Duration(clampingSeconds: expiry.timeIntervalSince(now))
        if life > .zero { minimumUse = minimum }
        defer { if life <= .zero { minimumUse = min(minimumUse * 2, max(minimum, .seconds(3600))) } }
        let lead = min(lead, life / 2)
        return max(life - lead + lead * Double.random(in: 0...0.5, using: &generator), minimumUse)
    }

    /// Starts over for another user.
    mutating func reset() { minimumUse = minimum }
}
