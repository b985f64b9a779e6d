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
            (.receipt("a/2"), ["confirm a", "write m again", "start timer"]),
            (.receipt("m"), ["confirm m", "write n again", "start timer"]),
            (.receipt("n"), ["confirm n", "write o"]),
        ],
        "refuses a frame after as many closings in a row as the limit allows": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.closedByServer, []),
            (.open(2), ["hold for 1.0"]),
            (.holdEnded, ["write m again", "start timer"]),
            (.closedByServer, ["refuse m: closed the connection"]),
            (.open(3), []),
        ],
        "counts closings in a row only": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.closedByServer, []),
            (.open(2), ["hold for 1.0"]),
            (.holdEnded, ["write a again", "start timer"]),
            (.receipt("a/2"), ["confirm a"]),
            (.closedByServer, []),
            (.open(3), ["write a again"]),
            (.closedByServer, []),
            (.open(4), ["hold for 1.0"]),
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
            (.open(3), ["write m again", "write n again", "hold for 1.0"]),
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
        ],
        "counts an error that names an unconfirmed subscription, whatever else is unconfirmed": [
            (.subscription("a"), []),
            (.message("m"), []),
            (.open(1), ["write a", "write m"]),
            (.error("forbidden", subscription: "a"), ["close: forbidden"]),
            (.closedByServer, []),
            (.open(2), ["write m again", "hold for 1.0"]),
            (.holdEnded, ["start timer"]),
            (.probeTimedOut, ["write a again", "start timer"]),
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
        "attributes an error without a name as it does a closing, and the closing after it not again": [
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.error("forbidden"), ["close: forbidden"]),
            (.closedByServer, []),
            (.open(2), ["hold for 1.0"]),
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
            (.open(3), ["hold for 1.0"]),
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
        "waits with an error that a released subscription may have caused until all else is confirmed": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.receipt("a/1"), ["confirm a"]),
            (.unsubscribe("a"), []),
            (.error("unknown subscription"), []),
            (.message("m"), ["write m"]),
            (.error("unknown subscription"), ["start timer"]),
            (.receipt("m"), ["confirm m"]),
            (.message("n"), ["write n"]),
            (.closedByServer, []),
            (.open(2), ["hold for 1.0"]),
            (.holdEnded, ["write n again", "start timer"]),
            (.closedByServer, ["refuse n: closed the connection"]),
        ],
        "attributes such an error to the only frame that is not confirmed in time": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.receipt("a/1"), ["confirm a"]),
            (.unsubscribe("a"), []),
            (.messageAtMostOnce("m"), ["write m"]),
            (.error("forbidden"), ["start timer"]),
            (.probeTimedOut, ["refuse m: forbidden", "close: forbidden"]),
        ],
        "tells such an error when the server closes the connection after it": [
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.receipt("a/1"), ["confirm a"]),
            (.unsubscribe("a"), []),
            (.messageAtMostOnce("m"), ["write m"]),
            (.error("forbidden"), ["start timer"]),
            (.closedByServer, ["refuse m: forbidden"]),
        ],
        "goes on when the frame that it probes is withdrawn, whose receipt says nothing then": [
            (.subscription("a"), []),
            (.message("m"), []),
            (.open(1), ["write a", "write m"]),
            (.closedByServer, []),
            (.open(2), ["write a again", "start timer"]),
            (.unsubscribe("a"), ["write m again", "start timer"]),
            (.receipt("a/2"), []),
            (.receipt("m"), ["confirm m"]),
        ],
        "writes all that is left before a disconnect, and attributes nothing to it": [
            (.message("m"), []),
            (.message("n"), []),
            (.open(1), ["write m", "write n"]),
            (.closedByServer, []),
            (.open(2), ["write m again", "start timer"]),
            (.disconnect, ["write n again"]),
            (.closedByServer, []),
            (.receipt("m"), ["confirm m"]),
            (.open(3), ["write n again", "start timer"]),
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

    @Test(arguments: [(DetectorStep.unsubscribe("a"), false), (.forget("a"), false), (.forget(nil), true)])
    func `attributes a closing to no frame when the server may have closed upon an unsubscribed one`(
        step: DetectorStep, confirms: Bool
    ) {
        play([
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (step, []),
            (.receipt("a/1"), confirms ? ["confirm a"] : []),
            (.messageAtMostOnce("m"), ["write m"]),
            (.closedByServer, []),
        ])
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
        #expect(detector.frames.isEmpty && detector.queues.isEmpty)
        _ = detector.addSubscription("last")
        detector.connectionOpened(1)
        #expect(written(detector.resume()) == ["last"])
    }
}
