@testable import STOMP
import STOMPTestSupport
import Testing

/// Frames upon which the server has closed connections, and the messages that share their destination.
@Suite struct `A frame that is held back` {
    private func play(
        _ story: DetectorStep.Story, closingLimit: Int = 3, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        DetectorStep.play(story, closingLimit: closingLimit, sourceLocation: sourceLocation)
    }

    /// A message that the server refuses alone, up to its last hold.
    private static let untilLastHold: DetectorStep.Story = [
        (.message("m"), []),
        (.open(1), ["write m"]),
        (.closedByServer, []),
        (.open(2), ["hold for 1.0"]),
        (.holdEnded, ["write m again", "start timer"]),
        (.closedByServer, []),
        (.open(3), ["hold for 2.0"]),
    ]

    private static let stories: KeyValuePairs<String, DetectorStep.Story> = [
        "is cleared of the closings before if an attempt to connect has failed in between": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.closedByServer, []),
            (.open(3), ["write m again", "start timer"]),
            (.closedByServer, []),
            (.open(4), ["hold for 1.0"]),
        ],
        "keeps later messages to the same destination waiting, in their order, and no others": [
            (.message("1", to: "bad"), []),
            (.message("2", to: "bad"), []),
            (.message("3", to: "good"), []),
            (.message("4", to: "bad"), []),
            (.open(1), ["write 1", "write 2", "write 3", "write 4"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["write 3 again", "start timer", "hold for 1.0"]),
            (.receipt("3"), ["confirm 3"]),
            (.holdEnded, ["write 1 again", "start timer"]),
            (.receipt("1"), ["confirm 1", "write 2 again", "start timer"]),
            (.receipt("2"), ["confirm 2", "write 4 again", "start timer"]),
        ],
        "waits longer with each closing": untilLastHold + [
            (.holdEnded, ["write m again", "start timer"]),
            (.closedByServer, ["refuse m: closed the connection"]),
        ],
        "lets all other frames go out before": untilLastHold + [
            (.message("n"), ["write n"]),
            (.subscription("a"), ["write a"]),
            (.receipt("n"), ["confirm n"]),
            (.message("o"), ["write o"]),
        ],
        "goes out when no other frame is unconfirmed, and keeps new ones waiting": untilLastHold + [
            (.message("n"), ["write n"]),
            (.holdEnded, ["start timer"]),
            (.message("o"), []),
            (.receipt("n"), ["confirm n", "write m again", "start timer"]),
            (.receipt("m"), ["confirm m", "write o"]),
        ],
        "does not keep others waiting if its message is withdrawn": untilLastHold + [
            (.message("n"), ["write n"]),
            (.holdEnded, ["start timer"]),
            (.removeMessage("m"), []),
            (.message("o"), ["write o"]),
            (.receipt("n"), ["confirm n"]),
        ],
    ]

    @Test(arguments: stories.map(\.key)) func `after each of at most three closings`(story: String) throws {
        play(try #require(Self.stories.first { $0.key == story }?.value))
    }

    // The server closes connections without the frame, too.
    @Test(
        arguments: [
            [(.closedByServer, []), (.open(4), ["write m again", "start timer"])],
            [(.connectionLost, []), (.open(4), ["write m again", "start timer"])],
            [
                (.holdEnded, ["write m again", "start timer"]), (.connectionLost, []),
                (.open(4), ["write m again", "start timer"]),
            ],
            [
                (.holdEnded, ["write m again", "start timer"]), (.closedByServer, ["refuse m: closed the connection"]),
                (.open(4), []),
            ],
        ] as [DetectorStep.Story])
    func `is cleared of the closings before if the connection ends without it, or breaks`(end: DetectorStep.Story) {
        play(Self.untilLastHold + end)
    }

    @Test func `is not cleared by a closing upon another frame`() {
        play(
            [
                (.message("m"), []),
                (.message("n"), []),
                (.open(1), ["write m", "write n"]),
                (.closedByServer, []),
                (.open(2), ["write m again", "start timer"]),
                (.closedByServer, []),
                (.open(3), ["write n again", "start timer", "hold for 1.0"]),
                (.closedByServer, []),
                (.open(4), ["hold for 1.0"]),
                (.holdEnded, ["write m again", "start timer", "hold for 1.0"]),
                (.closedByServer, ["refuse m: closed the connection"]),
                (.open(5), ["hold for 1.0"]),
                (.holdEnded, ["write n again", "start timer"]),
                (.closedByServer, ["refuse n: closed the connection"]),
            ], closingLimit: 2)
    }

    @Test(arguments: [DetectorStep.unsubscribe("a"), .forget("a")])
    func `does not go out if its subscription is released`(step: DetectorStep) {
        play([
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.closedByServer, []),
            (.open(2), ["hold for 1.0"]),
            (step, []),
            (.holdEnded, []),
            (.message("m"), ["write m"]),
        ])
    }

    @Test func `and refused leaves the next one to its destination one closing, and the fourth none`() {
        play(
            [
                (.message("1", to: "bad"), []),
                (.message("2", to: "bad"), []),
                (.message("3", to: "bad"), []),
                (.message("4", to: "bad"), []),
                (.message("5", to: "bad"), []),
                (.open(1), ["write 1", "write 2", "write 3", "write 4", "write 5"]),
                (.closedByServer, []),
                (.open(2), ["write 1 again", "start timer"]),
                (.closedByServer, []),
                (.open(3), ["hold for 1.0"]),
                (.holdEnded, ["write 1 again", "start timer"]),
                (.closedByServer, ["refuse 1: closed the connection"]),
                (.open(4), ["hold for 0.25"]),
                (.holdEnded, ["write 2 again", "start timer", "hold for 0.25"]),
                (.closedByServer, ["refuse 2: closed the connection"]),
                (.open(5), ["hold for 0.25"]),
                (.holdEnded, ["write 3 again", "start timer", "hold for 0.25"]),
                (
                    .closedByServer,
                    ["3", "4", "5"].map { "refuse \($0): closed the connection" }
                ),
                (.message("6", to: "bad"), []),
                (.open(6), ["write 6"]),
            ], closingLimit: 2)
    }

    @Test func `and confirmed clears its destination`() {
        play(
            [
                (.message("1", to: "bad"), []),
                (.open(1), ["write 1"]),
                (.message("2", to: "bad"), ["write 2"]),
                (.closedByServer, []),
                (.open(2), ["write 1 again", "start timer"]),
                (.closedByServer, ["refuse 1: closed the connection"]),
                (.open(3), ["hold for 0.25"]),
                (.message("3", to: "bad"), []),
                (.holdEnded, ["write 2 again", "start timer", "hold for 0.25"]),
                (.receipt("2"), ["confirm 2", "write 3"]),
            ], closingLimit: 1)
    }

    @Test func `expects a closing only while a suspected frame is out alone`() {
        var detector = RefusalDetector(closingLimit: 3)
        var expectations: [Bool] = []
        for (step, _) in Self.untilLastHold + [(.holdEnded, []), (.receipt("m"), [])] {
            _ = step.perform(on: &detector)
            expectations.append(detector.expectsClosing)
        }
        #expect(expectations == [false, false, false, false, true, false, false, true, false])
    }
}
