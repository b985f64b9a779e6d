extension Duration {
    /// The number of seconds in a hundred years.
    private static let century = 3_155_760_000.0

    /// Creates the duration that is nearest to a number of seconds, within a century either way; zero for NaN.
    ///
    /// Another program chooses the number, or a file, and a `Duration` traps for one that it cannot hold.
    package init(clampingSeconds seconds: Double) {
        self = seconds.isNaN ? .zero : .seconds(min(max(seconds, -Self.century), Self.century))
    }
}
