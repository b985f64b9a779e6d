extension Duration {
    /// The number of seconds in a hundred years.
    private static let century = 3_155_760_000.0

    /// Creates the duration that is nearest to a number of seconds, within a century either way; zero for NaN.
    ///
    /// The issuer of a token chooses its expiry, and a `Duration` traps for a number that it cannot hold.
    init(clampingSeconds seconds: Double) {
        self = seconds.isNaN ? .zero : .seconds(min(max(seconds, -Self.century), Self.century))
    }
}
