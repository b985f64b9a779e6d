@testable import STOMP
import STOMPTestSupport
import Testing

/// Trials of frames upon which the server has closed connections, and the messages that share their destination.
@Suite struct `A trial of a frame` {
    private func play(
        _ story: DetectorStep.Story, closingLimit: Int = 3, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        DetectorStep.play(story, closingLimit: closingLimit, sourceLocation: sourceLocation)
    }

    /// A message that the server refuses alone, up to its last trial.
    private let untilLastTrial: DetectorStep.Story = [
        (.message("m"), []),
        (.open(1), ["write m"]),
        (.closedByServer, []),
        (.open(2), ["hold for 1.0"]),
        (.trialIsDue, ["write m again", "start timer"]),
        (.closedByServer, []),
        (.open(3), ["hold for 2.0"]),
    ]

    @Test func `waits longer with each closing`() {
        play(
            untilLastTrial + [
                (.trialIsDue, ["write m again", "start timer"]),
                (.closedByServer, ["refuse m: closed the connection"]),
            ])
    }

    @Test func `lets all other frames go out before`() {
        play(
            untilLastTrial + [
                (.message("n"), ["write n"]),
                (.subscription("a"), ["write a"]),
                (.receipt("n"), ["confirm n"]),
                (.message("o"), ["write o"]),
            ])
    }

    @Test func `begins when no other frame is unconfirmed, and keeps new ones waiting`() {
        play(
            untilLastTrial + [
                (.message("n"), ["write n"]),
                (.trialIsDue, ["start timer"]),
                (.message("o"), []),
                (.receipt("n"), ["confirm n", "cancel timer", "write m again", "start timer"]),
                (.receipt("m"), ["confirm m", "cancel timer", "write o"]),
            ])
    }

    // The server closes connections without the frame, too.
    @Test(
        arguments: [
            [(.closedByServer, []), (.open(4), ["write m again", "start timer"])],
            [(.connectionLost, []), (.open(4), ["write m again", "start timer"])],
            [
                (.trialIsDue, ["write m again", "start timer"]), (.connectionLost, []),
                (.open(4), ["write m again", "start timer"]),
            ],
            [
                (.trialIsDue, ["write m again", "start timer"]), (.closedByServer, ["refuse m: closed the connection"]),
                (.open(4), []),
            ],
        ] as [DetectorStep.Story])
    func `clears the frame of the closings before if the connection ends without it, or breaks`(end: DetectorStep.Story)
    {
        play(untilLastTrial + end)
    }

    @Test func `clears the frame of the closings before if an attempt to connect has failed in between`() {
        play([
            (.message("m"), []),
            (.open(1), ["write m"]),
            (.closedByServer, []),
            (.open(3), ["write m again", "start timer"]),
            (.closedByServer, []),
            (.open(4), ["hold for 1.0"]),
        ])
    }

    @Test func `does not count for another frame upon which the server closes the connection before it`() {
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
                (.trialIsDue, ["write m again", "start timer"]),
                (.closedByServer, ["refuse m: closed the connection"]),
                (.open(5), ["hold for 1.0"]),
                (.trialIsDue, ["write n again", "start timer"]),
                (.closedByServer, ["refuse n: closed the connection"]),
            ], closingLimit: 2)
    }

    @Test(arguments: [DetectorStep.unsubscribe("a"), .forget("a"), .removeSubscriptions])
    func `does not take place if its subscription is released`(step: DetectorStep) {
        play([
            (.subscription("a"), []),
            (.open(1), ["write a"]),
            (.closedByServer, []),
            (.open(2), ["hold for 1.0"]),
            (step, []),
            (.trialIsDue, []),
            (.message("m"), ["write m"]),
        ])
    }

    @Test func `does not take place if its message is withdrawn while others are unconfirmed`() {
        play(
            untilLastTrial + [
                (.message("n"), ["write n"]),
                (.trialIsDue, ["start timer"]),
                (.removeMessage("m"), []),
                (.message("o"), []),
                (.receipt("n"), ["confirm n", "cancel timer", "write o"]),
            ])
    }

    @Test func `keeps later messages to the same destination in their order, and no others`() {
        play([
            (.message("1", to: "bad"), []),
            (.message("2", to: "bad"), []),
            (.message("3", to: "good"), []),
            (.message("4", to: "bad"), []),
            (.open(1), ["write 1", "write 2", "write 3", "write 4"]),
            (.closedByServer, []),
            (.open(2), ["write 1 again", "start timer"]),
            (.closedByServer, []),
            (.open(3), ["write 3 again", "start timer", "hold for 1.0"]),
            (.receipt("3"), ["confirm 3", "cancel timer"]),
            (.trialIsDue, ["write 1 again", "start timer"]),
            (.receipt("1"), ["confirm 1", "cancel timer", "write 2 again", "start timer"]),
            (.receipt("2"), ["confirm 2", "cancel timer", "write 4 again", "start timer"]),
        ])
    }

    @Test func `that a message fails gives the next one to its destination one closing, and the fourth none`() {
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
                (.trialIsDue, ["write 1 again", "start timer"]),
                (.closedByServer, ["refuse 1: closed the connection"]),
                (.open(4), ["hold for 0.25"]),
                (.trialIsDue, ["write 2 again", "start timer"]),
                (.closedByServer, ["refuse 2: closed the connection"]),
                (.open(5), ["hold for 0.25"]),
                (.trialIsDue, ["write 3 again", "start timer"]),
                (
                    .closedByServer,
                    ["3", "4", "5"].map { "refuse \($0): closed the connection" }
                ),
                (.message("6", to: "bad"), []),
                (.open(6), ["write 6"]),
            ], closingLimit: 2)
    }

    @Test func `that a message passes clears its destination`() {
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
                (.trialIsDue, ["write 2 again", "start timer"]),
                (.receipt("2"), ["confirm 2", "cancel timer", "write 3"]),
            ], closingLimit: 1)
    }

    @Test func `expects a closing only while a suspected frame is out alone`() {
        var detector = RefusalDetector(closingLimit: 3)
        var expectations: [Bool] = []
        for (step, _) in untilLastTrial + [(.trialIsDue, []), (.receipt("m"), [])] {
            _ = step.perform(on: &detector)
            expectations.append(detector.expectsClosing)
        }
        #expect(expectations == [false, false, false, false, true, false, false, true, false])
    }
}
