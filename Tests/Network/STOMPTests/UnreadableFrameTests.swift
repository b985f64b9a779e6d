import Sockets
import Testing

@testable import STOMP

/// Frames that break a rule, as servers pass them on from other programs.
@Suite struct UnreadableFrameTests {
    @Test(arguments: [
        ("MESSAGE\na:b\\tc\n\n\0", "MESSAGE at byte 8: “\\t” is no escape"),
        ("MESSAGE\na\\xb:c\n\n\0", "MESSAGE at byte 8: “\\x” is no escape"),
        ("MESSAGE\na:b\\\n\n\0", "MESSAGE at byte 8: “\\” is no escape"),
        ("MESSAGE\na:\\ä\n\n\0", "MESSAGE at byte 8: “\\ä” is no escape"),
        ("MESSAGE\na:\\C\n\n\0", "MESSAGE at byte 8: “\\C” is no escape"),
        ("MESSAGE\na:b\rc\n\n\0", "MESSAGE at byte 8: a carriage return is not followed by a line feed"),
        ("CONNECTED\nsession:b\rc\n\n\0", "CONNECTED at byte 10: a carriage return is not followed by a line feed"),
        ("MESSAGE\na:\\t\nb:\\x\n\nbody\0", "MESSAGE at byte 8: “\\t” is no escape"),
        ("MESSAGE\na:\\t\ncontent-length:3\n\n\0\0\0\0", "MESSAGE at byte 8: “\\t” is no escape"),
    ])
    func `A frame with a known end is skipped with its first mistake, and the next one is found`(
        text: String, message: String
    ) {
        let decoding = Decoding(text + "\nRECEIPT\n\n\0")
        #expect(decoding.unreadable.map(\.error.description) == [message])
        #expect(decoding.unreadable.first?.head.body == [])
        #expect(decoding.frames == [Frame(.receipt)])
        #expect(decoding.error == nil)
    }

    @Test func `The other headers of a frame that is skipped can be read`() {
        let frame = Decoding("MESSAGE\nsubscription:1\na:\\t\nack:7\n\n\0").unreadable.first
        #expect(frame?.head == Frame(.message, headers: [HeaderField("subscription", "1"), HeaderField("ack", "7")]))
    }

    @Test(arguments: [
        ("a:b\0c", HeaderField("a", "b\0c")), ("a\0:b", HeaderField("a\0", "b")), ("a:\0", HeaderField("a", "\0")),
        (":b", nil), (":", nil),
    ])
    func `A header with a NUL is a header, and one without a name is none`(line: String, header: HeaderField?) {
        let text = "MESSAGE\n\(line)\nx:1\ncontent-length:1\n\n\0\0\nRECEIPT\n\n\0"
        let headers = [header].compactMap { $0 } + [HeaderField("x", "1"), HeaderField("content-length", "1")]
        #expect(Decoding(text).frames == [Frame(.message, headers: headers, body: [0]), Frame(.receipt)])
    }
}

/// The decision to end a subscription with messages that make connections unreadable.
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
