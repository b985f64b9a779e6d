@testable import STOMP
import Testing

/// The search for the frame upon which a server closes its connections, without a connection, a clock or an actor.
@Suite struct `A refusal detector` {
    /// Plays a story with a detector that refuses a frame after two closings.
    private func play(_ story: DetectorStep.Story, sourceLocation: SourceLocation = #_sourceLocation) {
        DetectorStep.play(story, closingLimit: 2, sourceLocation: sourceLocation)
    }

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
        "clears frames by receipts of the connection before": [
            (.subscription("a"), []),
            (.subscription("b"), []),
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write a", "write b", "write m", "write n"]),
            (.closedByServer, []),
            (.open(2), ["write a again", "start timer"]),
            (.receipt("b/1"), ["confirm b"]),
            (.receipt("m"), ["confirm m"]),
            (.subscription("c"), []),
            (.receipt("a/2"), ["confirm a", "write c", "write b again", "start timer"]),
        ],
        "makes the subscriptions first that are no suspects": [
            (.subscription("a"), []),
            (.subscription("b"), []),
            (.open(1), ["write a", "write b"]),
            (.receipt("b/1"), ["confirm b"]),
            (.closedByServer, []),
            (.open(2), ["write b again", "start timer", "hold"]),
            (.receipt("b/2"), ["confirm b"]),
            (.subscription("c"), ["write c", "start timer"]),
            (.holdEnded, []),
            (.receipt("c/2"), ["confirm c", "write a again", "start timer"]),
        ],
        "refuses a frame after as many closings in a row as the limit allows": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.closedByServer, []),
            (.open(2), ["hold"]),
            (.holdEnded, ["write m again", "start timer"]),
            (.closedByServer, ["refuse m: closed the connection"]),
            (.open(3), []),
        ],
        "keeps all later messages waiting for the frame that has one closing left, in their order": [
            (.message("1", to: "bad"), []),
            (.message("2", to: "good"), []),
            (.message("3", to: "bad"), []),
            (.open(1), ["write 1", "write 2", "write 3"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["hold"]),
            (.message("4", to: "other"), []),
            (.holdEnded, ["write 1 again", "start timer"]),
            (.receipt("1"), ["confirm 1", "write 2 again", "start timer"]),
            (.receipt("2"), ["confirm 2", "write 3 again", "start timer"]),
            (.receipt("3"), ["confirm 3", "write 4"]),
        ],
        "counts closings in a row only": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.closedByServer, []),
            (.open(2), ["hold"]),
            (.holdEnded, ["write a again", "start timer"]),
            (.receipt("a/2"), ["confirm a"]),
            (.closedByServer, []),
            (.open(3), ["write a again"]),
            (.closedByServer, []),
            (.open(4), ["hold"]),
            (.holdEnded, ["write a again", "start timer"]),
        ],
        "counts nothing against a frame when the connection breaks": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.connectionLost, []),
            (.open(2), ["write m again"]),
            (.connectionLost, []),
            (.open(3), ["write m again"]),
        ],
        "refuses a message that is sent at most once after the first closing": [
            (.open(1), []),
            (.messageAtMostOnce("m"), ["write m"]),
            (.closedByServer, ["refuse m: closed the connection"]),
        ],
        "does not refuse it if the closing may be about another frame": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.messageAtMostOnce("n"), ["write n"]),
            (.closedByServer, []),
        ],
        "refuses the next one to a destination after one closing, and the third with all others that wait": [
            (.message("1", to: "bad"), []),
            (.message("2", to: "bad"), []),
            (.message("3", to: "bad"), []),
            (.message("good"), []),
            (.open(1), ["write 1", "write 2", "write 3", "write good"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["hold"]),
            (.holdEnded, ["write 1 again", "start timer"]),
            (.closedByServer, ["refuse 1: closed the connection"]),
            (.open(4), ["hold"]),
            (.holdEnded, ["write 2 again", "start timer"]),
            (.closedByServer, ["refuse 2: closed the connection"]),
            (.open(5), ["hold"]),
            (.message("4", to: "bad"), []),
            (.message("5", to: "bad"), []),
            (.message("6", to: "bad"), []),
            (.holdEnded, ["write 3 again", "start timer"]),
            (.closedByServer, ["3", "4", "5", "6"].map { "refuse \($0): closed the connection" }),
            (.message("7", to: "bad"), []),
            (.open(6), ["write good again", "start timer"]),
            (.receipt("good"), ["confirm good", "write 7"]),
        ],
        "suspects the next one to a destination with closings, also if it is new": [
            (.message("1", to: "bad"), []),
            (.open(1), ["write 1"]),
            (.closedByServer, []),
            (.open(2), ["hold"]),
            (.message("2", to: "bad"), []),
            (.holdEnded, ["write 1 again", "start timer"]),
            (.closedByServer, ["refuse 1: closed the connection"]),
            (.open(3), ["hold"]),
            (.message("3", to: "good"), []),
            (.holdEnded, ["write 2", "start timer"]),
            (.receipt("2"), ["confirm 2", "write 3"]),
        ],
        "gives the next one all closings again when one to its destination is confirmed": [
            (.message("1", to: "bad"), []),
            (.message("2", to: "bad"), []),
            (.message("3", to: "bad"), []),
            (.open(1), ["write 1", "write 2", "write 3"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["hold"]),
            (.holdEnded, ["write 1 again", "start timer"]),
            (.closedByServer, ["refuse 1: closed the connection"]),
            (.open(4), ["hold"]),
            (.holdEnded, ["write 2 again", "start timer"]),
            (.receipt("2"), ["confirm 2", "write 3 again", "start timer"]),
            (.closedByServer, []),
            (.open(5), ["hold"]),
        ],
        "compares destinations by their bytes": [
            (.message("1", to: "\u{E9}"), []),
            (.message("2", to: "e\u{301}"), []),
            (.open(1), ["write 1", "write 2"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["hold"]),
            (.holdEnded, ["write 1 again", "start timer"]),
            (.closedByServer, ["refuse 1: closed the connection"]),
            (.open(4), ["write 2 again", "start timer"]),
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
            (.closedByServer, []),
            (.open(3), ["write m again", "write n again", "start timer", "hold"]),
            (.holdEnded, []),
            (.probeTimedOut, ["write o again", "start timer"]),
        ],
        "attributes an error to the frame whose receipt it names": [
            (.subscription("a"), []),
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write a", "write m", "write n"]),
            (.error("forbidden", receipt: "m"), ["refuse m: forbidden", "close: forbidden"]),
            (.closedByServer, []),
            (.open(2), ["write a again", "write n again"]),
            (.error("no such topic", receipt: "a/2"), ["refuse a: no such topic", "close: no such topic"]),
            (.closedByServer, []),
            (.open(3), ["write n again"]),
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
            (.open(2), ["hold"]),
            (.holdEnded, ["write a again", "start timer"]),
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
        "attributes an error without a name as it does a closing, and what follows it not again": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.error("forbidden"), ["close: forbidden"]),
            (.error("forbidden"), ["close: forbidden"]),
            (.message("n"), []),
            (.closedByServer, []),
            (.open(2), ["hold"]),
            (.holdEnded, ["write m again", "start timer"]),
            (.error("forbidden"), ["refuse m: forbidden", "close: forbidden"]),
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
            (.open(3), ["hold"]),
            (.holdEnded, ["write n again", "start timer"]),
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
            (.open(2), ["hold"]),
            (.holdEnded, ["write n again", "start timer"]),
            (.error("forbidden"), ["refuse n: forbidden", "close: forbidden"]),
        ],
        "does so too for a subscription that the session has not made": [
            (.messageAtMostOnce("m"), []),
            (.open(1), ["write m"]),
            (.unsubscribe(nil), []),
            (.error("unknown subscription"), []),
            (.receipt("m"), ["confirm m"]),
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
        "continues when the frame is withdrawn before which it lets time pass": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.message("m"), ["write m"]),
            (.receipt("m"), ["confirm m"]),
            (.closedByServer, []),
            (.message("n"), []),
            (.open(2), ["hold"]),
            (.unsubscribe("a"), ["write n"]),
            (.holdEnded, []),
        ],
        "writes all that is left before a disconnect, and attributes nothing to it": [
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write m", "write n"]),
            (.closedByServer, []),
            (.subscription("a"), []),
            (.open(2), ["write a", "start timer"]),
            (.disconnect, ["write m again", "write n again"]),
            (.closedByServer, []),
            (.receipt("m"), ["confirm m"]),
            (.open(3), ["write a again", "start timer"]),
            (.receipt("a/3"), ["confirm a", "write n again", "start timer"]),
            (.disconnect, []),
            (.closedByServer, []),
            (.open(4), ["write a again", "start timer"]),
            (.receipt("a"), []),
            (.receipt("a/4"), ["confirm a", "write n again", "start timer"]),
        ],
        "forgets frames that are removed": [
            (.subscription("a"), []),
            (.messageAtMostOnce("m"), []),
            (.unsubscribe("a"), []),
            (.removeMessage("m"), []),
            (.open(1), []),
        ],
    ]

    @Test(arguments: stories.map(\.key)) func `that refuses a frame after two closings`(story: String) throws {
        play(try #require(Self.stories.first { $0.key == story }?.value))
    }

    @Test func `asks for another receipt of a subscription on each connection, and for the same one of a message`() {
        var detector = RefusalDetector(closingLimit: 2)
        _ = detector.addSubscription("a") + detector.addMessage("m", to: "/topic/m")
        for number in 1...2 {
            detector.connectionOpened(number)
            #expect(
                detector.resume() == [
                    .write("a", receipt: "a/\(number)", isRepeated: number > 1),
                    .write("m", receipt: "m", isRepeated: number > 1),
                ])
            #expect(detector.connections(of: "a") == 1...number)
            #expect(detector.connectionEnded(closedByServer: false) == [])
        }
    }

    /// A message with one closing left, on a connection without it.
    private static let untilHold: DetectorStep.Story = [
        (.message("m"), []),
        (.open(1), ["write m"]),
        (.closedByServer, []),
        (.open(2), ["write m again", "start timer"]),
        (.closedByServer, []),
        (.open(3), ["hold"]),
    ]

    // The server closes connections without the frame, too.
    @Test(
        arguments: [
            [(.closedByServer, []), (.open(4), ["write m again", "start timer"])],
            [(.connectionLost, []), (.open(4), ["write m again", "start timer"])],
            [(.closedByServer, []), (.open(5), ["write m again", "start timer"])],
            [
                (.holdEnded, ["write m again", "start timer"]), (.connectionLost, []),
                (.open(4), ["write m again", "start timer"]),
            ],
            [
                (.subscription("a"), ["write a", "start timer"]), (.closedByServer, []),
                (.open(4), ["write a again", "start timer", "hold"]), (.receipt("a/4"), ["confirm a"]),
            ],
            [
                (.holdEnded, ["write m again", "start timer"]), (.closedByServer, ["refuse m: closed the connection"]),
                (.open(4), []),
            ],
        ] as [DetectorStep.Story])
    func `forgets closings if a connection ends without a frame, or breaks`(end: DetectorStep.Story) {
        DetectorStep.play(Self.untilHold + end, closingLimit: 3)
    }

    @Test func `that refuses a frame after one closing lets no time pass before`() {
        DetectorStep.play(
            [
                (.message("m"), []),
                (.message("n"), []),
                (.open(1), ["write m", "write n"]),
                (.closedByServer, []),
                (.open(2), ["write m again", "start timer"]),
                (.closedByServer, ["refuse m: closed the connection"]),
                (.open(3), ["write n again", "start timer"]),
            ], closingLimit: 1)
    }

    @Test func `forgets closings if an attempt to connect has failed in between`() {
        let end: DetectorStep.Story = [(.closedByServer, []), (.open(4), ["write m again", "start timer"])]
        DetectorStep.play(Self.untilHold.dropLast() + end, closingLimit: 3)
    }

    @Test func `expects a closing only while a suspect is out`() {
        var detector = RefusalDetector(closingLimit: 3)
        var expectations: [Bool] = []
        for (step, _) in Self.untilHold + [(.holdEnded, []), (.receipt("m"), [])] {
            _ = step.perform(on: &detector)
            expectations.append(detector.expectsClosing)
        }
        #expect(expectations == [false, false, false, true, false, false, true, false])
    }

    private func written(_ actions: [RefusalDetector.Action]) -> [String] {
        actions.compactMap { if case .write(let id, _, _) = $0 { id } else { nil } }
    }

    @Test func `makes subscriptions in their order on each connection, and finds them by their receipts`() {
        var detector = RefusalDetector(closingLimit: 2)
        let names = (1...1_000).map { "\($0)" }
        for name in names { #expect(detector.addSubscription(name).isEmpty) }
        for connection in 1...2 {
            detector.connectionOpened(connection)
            #expect(written(detector.resume()) == names)
            for name in names {
                #expect(detector.confirmed(receipt: "\(name)/\(3 - connection)").isEmpty)
                #expect(detector.confirmed(receipt: "\(name)/\(connection)") == [.confirm(name)])
            }
            #expect(!detector.awaitsReceipt)
            #expect(detector.connectionEnded(closedByServer: false).isEmpty)
        }
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
