import Foundation

extension Duration {
    /// Minutes and seconds: `1:05`.
    var text: String {
        let pattern = TimeFormatStyle.Pattern.minuteSecond(
            padMinuteToLength: 1, fractionalSecondsLength: 0, roundFractionalSeconds: .towardZero)
        return formatted(.time(pattern: pattern).locale(Locale(identifier: "en_US_POSIX")))
    }

    /// Reads seconds, or minutes and seconds: `5`, `1:02.5`, `-3`.
    init?(text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let last = parts.last, last.first?.isNumber == true,
            let seconds = Double(last), seconds.isFinite
        else { return nil }
        var minutes = 0
        if parts.count == 2 {
            guard let number = Int(parts[0]), (0...1_000_000).contains(number), seconds < 60 else { return nil }
            minutes = number
        }
        guard seconds <= 1_000_000 else { return nil }
        let time = Duration.seconds(minutes * 60) + .seconds(seconds)
        self = isNegative ? .zero - time : time
    }
}
