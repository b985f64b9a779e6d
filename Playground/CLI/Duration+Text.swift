import Foundation

extension Duration {
    /// The duration in minutes and seconds: `1:05`.
    var text: String {
        let pattern = TimeFormatStyle.Pattern.minuteSecond(
            padMinuteToLength: 1, fractionalSecondsLength: 0, roundFractionalSeconds: .towardZero)
        return formatted(.time(pattern: pattern).locale(Locale(identifier: "en_US_POSIX")))
    }

    /// The text that describes the accepted forms of a time, for messages.
    static let forms = "times read 5, 0:05 or 1:02.5, up to \(longest) seconds"
    private static let longest = 1_000_000

    /// Reads seconds, or minutes and seconds: `5`, `1:02.5`, `-3`.
    init?(text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
        // `Double` and `Int` accept other forms as well: 0x1p3, 1e3, +5.
        guard (1...2).contains(parts.count), parts.joined().allSatisfy({ "0123456789.".contains($0) }),
            let last = parts.last, last.first != ".", let seconds = Double(last)
        else { return nil }
        var minutes = 0
        if parts.count == 2 {
            guard let number = Int(parts[0]), number <= Self.longest, seconds < 60 else { return nil }
            minutes = number
        }
        guard Double(minutes) * 60 + seconds <= Double(Self.longest) else { return nil }
        let time = Duration.seconds(minutes * 60) + .seconds(seconds)
        self = isNegative ? .zero - time : time
    }
}
