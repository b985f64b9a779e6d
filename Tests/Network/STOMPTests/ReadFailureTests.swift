import Testing

@testable import STOMP

/// The decision to end a subscription whose messages make connections unreadable.
@Suite struct ReadFailureTests {
    private struct Step {
        let subscription: String?
        let minutes: Int
        let verdict: ReadFailures.Verdict
    }

    private static func step(
        _ subscription: String?, after minutes: Int = 0, _ verdict: ReadFailures.Verdict = .none
    ) -> Step { Step(subscription: subscription, minutes: minutes, verdict: verdict) }

    private static let cases: [String: [Step]] = [
        "as many as the limit": [step("a"), step("a"), step("a", .one("a"))],
        "each subscription has its own": [
            step("a"), step("b"), step("a"), step("b"), step("a", .one("a")), step("b", .one("b")),
        ],
        "without a name, all end": [step(nil), step("a"), step(nil), step(nil, .all)],
        "after the end it begins anew": [
            step("a"), step("a"), step("a", .one("a")), step("a"), step("a"), step("a", .one("a")),
        ],
        "a short connection does not help": [step("a", after: 9), step("a", after: 9), step("a", after: 9, .one("a"))],
        "a long connection does": [step("a"), step("a"), step("a", after: 10), step("a"), step("a", .one("a"))],
        "it helps all": [step("a"), step("a"), step("b", after: 10), step("a"), step("a")],
    ]

    @Test(arguments: cases.keys.sorted())
    func `A subscription ends at the limit`(name: String) throws {
        var failures = ReadFailures(limit: 3)
        for step in try #require(Self.cases[name]) {
            #expect(failures.failed(in: step.subscription, after: .seconds(60 * step.minutes)) == step.verdict)
        }
    }
}
