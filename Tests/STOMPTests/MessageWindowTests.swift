@testable import STOMP
import STOMPTestSupport
import Testing

/// The messages that the server has not handled, and those that it does not acknowledge.
@Suite struct `Messages on their way` {
    private func numbers(_ actions: [RefusalDetector.Action]) -> [Int] {
        actions.compactMap { if case .write(let id, _, _) = $0 { Int(id) } else { nil } }
    }

    /// A detector with a connection.
    private func connected() -> RefusalDetector {
        var detector = RefusalDetector(closingLimit: 2)
        detector.connectionOpened(1)
        return detector
    }

    @Test func `to one destination are a hundred at most, and go on with each that is confirmed`() {
        var detector = connected()
        var written: [Int] = []
        for number in 1...150 { written += numbers(detector.addMessage("\(number)", to: "a")) }
        #expect(written == Array(1...100))
        #expect(numbers(detector.confirmed(receipt: "1")) == [101])
        // The server has handled those before, too.
        #expect(numbers(detector.confirmed(receipt: "11")) == Array(102...111))
        #expect(numbers(detector.addMessage("151", to: "b")) == [151])
    }

    @Test func `to all destinations are four hundred at most, in the order in which they were sent`() {
        var detector = RefusalDetector(closingLimit: 2)
        for number in 1...500 { _ = detector.addMessage("\(number)", to: "\(number % 7)") }
        detector.connectionOpened(1)
        #expect(numbers(detector.resume()) == Array(1...400))
        #expect(numbers(detector.confirmed(receipt: "50")) == Array(401...450))
    }

    @Test func `count from the beginning on a new connection`() {
        var detector = connected()
        for number in 1...150 { _ = detector.addMessage("\(number)", to: "a") }
        _ = detector.confirmed(receipt: "100")
        _ = detector.connectionEnded(.unrelated)
        detector.connectionOpened(2)
        #expect(numbers(detector.resume()) == Array(1...99) + [101])
    }

    @Test func `that a queue never acknowledges keep only their own destination waiting`() {
        var detector = connected()
        for number in 1...150 { _ = detector.addMessage("\(number)", to: "full") }
        for number in 151...1000 {
            #expect(numbers(detector.addMessage("\(number)", to: "good")) == [number])
            #expect(detector.confirmed(receipt: "\(number)").contains(.confirm("\(number)")))
        }
    }

    @Test func `that a queue never acknowledges are sent again once, and then given up`() {
        DetectorStep.play(
            [
                (.message("m"), []),
                (.open(1), ["write m"]),
                (.check, []),
                (.check, []),
                (.check, ["reconnect"]),
                (.closedByServer, []),
                (.open(2), ["write m again"]),
                (.check, []),
                (.message("n", to: "m"), ["write n"]),
                (.check, []),
                (.check, ["give up m"]),
                // Its destination has no more time to lose.
                (.check, ["give up n"]),
            ], closingLimit: 2)
    }

    @Test func `that are sent at most once are given up after one connection`() {
        DetectorStep.play(
            [
                (.open(1), []),
                (.messageAtMostOnce("m"), ["write m"]),
                (.check, []),
                (.check, []),
                (.check, ["give up m"]),
            ], closingLimit: 2)
    }

    @Test func `that are acknowledged in time stay on the connection`() {
        DetectorStep.play(
            [
                (.message("m"), []),
                (.open(1), ["write m"]),
                (.check, []),
                (.check, []),
                (.receipt("m"), ["confirm m"]),
                (.message("n"), ["write n"]),
                (.check, []),
                (.check, []),
            ], closingLimit: 2)
    }

    @Test func `do not wait for subscriptions, whose confirmation is given up once while they go on`() {
        DetectorStep.play(
            [
                (.subscription("a"), []),
                (.open(1), ["write a"]),
                (.check, []),
                (.check, []),
                (.check, ["give up a"]),
                (.check, []),
                (.connectionLost, []),
                (.open(2), ["write a again"]),
                (.check, []),
                (.check, []),
                (.check, []),
            ], closingLimit: 2)
    }
}
