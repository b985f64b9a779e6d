@testable import STOMP
import Testing

/// The search for the frame upon which a server closes its connections, without a connection, a clock or an actor.
@Suite struct `A refusal detector` {
    private static let stories: KeyValuePairs<String, DetectorStep.Story> = [
        "writes frames at once, and on a new connection subscriptions before messages": [
            (.message("m"), []),
            (.subscription("a"), []),
            (.open(1), ["write a", "write m"]),
            (.message("n"), ["write n"]),
            (.subscription("b"), ["write b"]),
            (.receipt("m"), ["confirm m"]),
            (.connectionLost, []),
            (.message("o"), []),
            (.open(2), ["write a again", "write b again", "write n again", "write o"]),
        ],
        "suspects all frames that were unconfirmed when the server closed, and probes one after the other": [
            (.subscription("a"), []),
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write a", "write m", "write n"]),
            (.closedByServer, []),
            (.open(2), ["write a again", "start timer"]),
            (.message("o"), []),
            (.subscription("b"), []),
            (.receipt("a/2"), ["confirm a", "write b", "start timer"]),
            (.receipt("b/2"), ["confirm b", "write m again", "start timer"]),
            (.receipt("m"), ["confirm m", "write n again", "start timer"]),
            (.receipt("n"), ["confirm n", "write o"]),
        ],
        "makes the subscriptions first that are no suspects": [
            (.subscription("a"), []),
            (.subscription("b"), []),
            (.open(1), ["write a", "write b"]),
            (.receipt("b/1"), ["confirm b"]),
            (.closedByServer, []),
            (.open(2), ["write b again", "start timer"]),
            (.subscription("c"), ["write c"]),
            (.receipt("b/2"), ["confirm b"]),
            (.receipt("c/2"), ["confirm c", "write a again", "start timer"]),
        ],
        "refuses a frame after two closings, and the next one to its destination after another": [
            (.message("1", to: "bad"), []),
            (.message("2", to: "bad"), []),
            (.message("good"), []),
            (.open(1), ["write 1", "write 2", "write good"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["write 1 again", "start timer"]),
            (.message("3", to: "bad"), []),
            (.closedByServer, ["refuse 1: closed the connection"]),
            (.open(4), ["write 2 again", "start timer"]),
            (.closedByServer, ["refuse 2: closed the connection"]),
            (.open(5), ["write good again", "start timer"]),
            (.receipt("good"), ["confirm good", "write 3", "start timer"]),
            (.receipt("3"), ["confirm 3"]),
            (.message("4", to: "bad"), ["write 4"]),
            (.message("5", to: "bad"), ["write 5"]),
        ],
        "compares destinations by their bytes": [
            (.message("1", to: "\u{E9}"), []),
            (.open(1), ["write 1"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, ["refuse 1: closed the connection"]),
            (.message("2", to: "\u{E9}"), []),
            (.message("3", to: "e\u{301}"), []),
            (.open(3), ["write 2", "write 3"]),
        ],
        "clears a frame that the server neither confirms nor closes the connection upon": [
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write m", "write n"]),
            (.closedByServer, []),
            (.open(2), ["write m again", "start timer"]),
            (.probeTimedOut, ["write n again", "start timer"]),
            (.probeTimedOut, []),
            (.message("o"), ["write o"]),
            (.connectionLost, []),
            (.open(3), ["write m again", "write n again", "write o again"]),
        ],
        "attributes an error to no frame if it names the receipt of another one": [
            (.message("n"), []),
            (.open(1), ["write n"]),
            (.error("no such name", receipt: "unsubscribe-1"), ["close: no such name"]),
            (.closedByServer, []),
            (.open(2), ["write n again"]),
            (.unsubscribe(nil), []),
            (.error("no such name", receipt: "unsubscribe-1"), []),
        ],
        "counts an error that names an unconfirmed subscription, whatever else is unconfirmed": [
            (.subscription("a"), []),
            (.message("m"), []),
            (.open(1), ["write a", "write m"]),
            (.unsubscribe(nil), []),
            (.error("forbidden", subscription: "a"), ["close: forbidden"]),
            (.closedByServer, []),
            (.open(2), ["write a again", "start timer"]),
            (.error("forbidden", subscription: "a"), ["refuse a: forbidden", "close: forbidden"]),
            (.closedByServer, []),
            (.open(3), ["write m again"]),
        ],
        "makes a confirmed subscription again that an error names": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.receipt("a/1"), ["confirm a"]),
            (.error("queue deleted", subscription: "a"), ["close: queue deleted"]),
            (.closedByServer, []),
            (.open(2), ["write a again"]),
        ],
        "of an earlier connection, an error refuses the frame that it names and does no more": [
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write m", "write n"]),
            (.connectionLost, []),
            (.open(2), ["write m again", "write n again"]),
            (.error("forbidden", receipt: "m", isCurrent: false), ["refuse m: forbidden"]),
            (.error("forbidden", isCurrent: false), []),
            (.closedByServer, []),
            (.open(3), ["write n again", "start timer"]),
        ],
        "writes the next frame when an error of an earlier connection refuses the one that is out alone": [
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write m", "write n"]),
            (.closedByServer, []),
            (.open(2), ["write m again", "start timer"]),
            (
                .error("forbidden", receipt: "m", isCurrent: false),
                ["refuse m: forbidden", "write n again", "start timer"]
            ),
        ],
        "makes nothing of an error that a released subscription may have caused, unless the server closes after it": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.receipt("a/1"), ["confirm a"]),
            (.unsubscribe("a"), []),
            (.message("m"), ["write m"]),
            (.error("unknown subscription"), []),
            (.receipt("m"), ["confirm m"]),
            (.message("n"), ["write n"]),
            (.error("forbidden"), []),
            (.closedByServer, []),
            (.open(2), ["write n again", "start timer"]),
            (.error("forbidden"), ["refuse n: forbidden", "close: forbidden"]),
        ],
        "continues when the frame that it probes is withdrawn, whose receipt says nothing then": [
            (.subscription("a"), []),
            (.message("m"), []),
            (.open(1), ["write a", "write m"]),
            (.closedByServer, []),
            (.open(2), ["write a again", "start timer"]),
            (.unsubscribe("a"), ["write m again", "start timer"]),
            (.receipt("a/2"), []),
            (.receipt("m"), ["confirm m"]),
        ],
        "gives up what is not acknowledged in time on one connection, where a late receipt counts for a subscription": [
            (.message("m"), []),
            (.subscription("a"), []),
            (.open(1), ["write a", "write m"]),
            (.check, []),
            (.check, []),
            (.connectionLost, []),
            (.open(2), ["write a again", "write m again"]),
            (.check, []),
            (.messageAtMostOnce("n"), ["write n"]),
            (.message("o"), ["write o"]),
            (.check, []),
            (.check, ["give up m", "give up a"]),
            (.receipt("m"), []),
            (.receipt("a/2"), ["confirm a"]),
            (.receipt("o"), ["confirm o"]),
            (.check, ["give up n"]),
        ],
        "writes all that is left before a disconnect, and attributes nothing to it": [
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write m", "write n"]),
            (.closedByServer, []),
            (.subscription("a"), []),
            (.subscription("b"), []),
            (.open(2), ["write a", "write b", "start timer"]),
            (.disconnect, ["write m again", "write n again"]),
            (.closedByServer, []),
            (.receipt("m"), ["confirm m"]),
            (.open(3), ["write a again", "write b again", "start timer"]),
        ],
    ]

    @Test(arguments: stories.map(\.key)) func `that refuses a frame after two closings`(story: String) throws {
        DetectorStep.play(try #require(Self.stories.first { $0.key == story }?.value))
    }

    private func written(_ actions: [RefusalDetector.Action]) -> [String] {
        actions.compactMap { if case .write(let id, _, _) = $0 { id } else { nil } }
    }

    @Test func `keeps nothing of subscriptions that come and go while nothing is written`() {
        var detector = RefusalDetector(closingLimit: 2)
        for number in 1...1_000 {
            _ = detector.addSubscription("\(number)")
            #expect(detector.unsubscribe("\(number)").isEmpty)
        }
        #expect(detector.frames.isEmpty && detector.histories.isEmpty && !detector.awaitsReceipt)
        _ = detector.addSubscription("last")
        detector.connectionOpened(1)
        #expect(written(detector.resume()) == ["last"])
    }
}
