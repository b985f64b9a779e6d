import Testing

@testable import STOMP

/// The decision to end a subscription with messages that make connections unreadable.
@Suite struct ReadFailureTests {
    /// The failures of connections, as `a` for a subscription and `?` for an unknown one, with the minutes that a
    /// connection has lasted; and the subscriptions that end then.
    @Test(arguments: [
        ("a a a", "a"), ("a b a b a b", "a b"), ("? a ? ?", "all"), ("a a a a a a", "a a"), ("a9 a9 a9", "a"),
        ("a a a10 a a", "a"), ("a a b10 a a", ""),
    ]) func `A subscription ends at the limit of failures, which a long connection forgets`(
        failed: String, ended: String
    ) {
        var failures = ReadFailures(limit: 3)
        let verdicts = failed.split(separator: " ").compactMap { failure -> String? in
            let subscription = failure.hasPrefix("?") ? nil : String(failure.prefix(1))
            let minutes = Int(failure.dropFirst()) ?? 0
            return switch failures.failed(in: subscription, after: .seconds(60 * minutes)) {
            case .none: nil
            case .one(let name): name
            case .all: "all"
            }
        }
        #expect(verdicts.joined(separator: " ") == ended)
    }
}
