import AsyncPrimitives
import Foundation

/// Determines how long a token is used before it is refreshed.
///
/// A token that has already expired when it arrives indicates a wrong clock on this device, or a broken issuer. To
/// spare the store, each further such token in a row is used for twice as long as the token before, at most an hour.
///
/// After a restart of an issuer, many tokens expire together. So each is refreshed at a random time, between the lead
/// and half of the lead before its expiry.
struct RefreshSchedule {
    private let lead: Duration
    private let minimum: Duration
    /// The shortest time to use the next token. It doubles with each token in a row that arrives expired.
    private var minimumUse: Duration
    private var generator: any RandomNumberGenerator & Sendable

    /// Creates a schedule that refreshes a token at most `lead` before its expiry, and uses it for at least `minimum`.
    ///
    /// The lead is limited to half of the life that a token has left, and the shortest use to `Duration.longest`.
    init(lead: Duration, minimum: Duration, generator: any RandomNumberGenerator & Sendable) {
        self.lead = lead
        self.minimum = minimum.clamped
        self.generator = generator
        minimumUse = self.minimum
    }

    /// Returns the time until the refresh of a token. Expired tokens in a row double the shortest use.
    mutating func use(ofTokenUntil expiry: Date, from now: Date) -> Duration {
        let life = Duration(clampingSeconds: expiry.timeIntervalSince(now))
        if life > .zero { minimumUse = minimum }
        defer { if life <= .zero { minimumUse = min(minimumUse * 2, max(minimum, .seconds(3600))) } }
        let lead = min(lead, life / 2)
        return max(life - lead + lead * Double.random(in: 0...0.5, using: &generator), minimumUse)
    }

    /// Resets the shortest use, because another user has logged in.
    mutating func reset() { minimumUse = minimum }
}
