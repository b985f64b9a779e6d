@testable import STOMP
import Testing

/// The messages that the server has not handled, and those that it does not acknowledge.
@Suite struct `Messages on their way` {
    private func numbers(_ actions: [RefusalDetector.Action]) -> [Int] {
        actions.compactMap { if case .write(let id, _, _) = $0 { Int(id) } else { nil } }
    }

    private func connected() -> RefusalDetector {
        var detector = RefusalDetector(closingLimit: 2)
        detector.connectionOpened(1)
        return detector
    }

    @Test func `are four hundred at most, in the order in which they were sent`() {
        var detector = RefusalDetector(closingLimit: 2)
        for number in 1...500 { _ = detector.addMessage("\(number)", to: "\(number % 7)") }
        detector.connectionOpened(1)
        #expect(numbers(detector.resume()) == Array(1...400))
        #expect(numbers(detector.addMessage("501", to: "new")) == [])
        // The server has handled those before, too.
        #expect(numbers(detector.confirmed(receipt: "50")) == Array(401...450))
        #expect(numbers(detector.confirmed(receipt: "450")) == Array(451...501))
        #expect(numbers(detector.confirmed(receipt: "1")) == [])
        #expect(numbers(detector.addMessage("502", to: "new")) == [502])
    }

    @Test func `count from the beginning on a new connection`() {
        var detector = connected()
        for number in 1...500 { _ = detector.addMessage("\(number)", to: "a") }
        _ = detector.confirmed(receipt: "400")
        _ = detector.connectionEnded(closedByServer: false)
        detector.connectionOpened(2)
        #expect(numbers(detector.resume()) == Array(1...399) + [401])
        // It was written to the connection before.
        #expect(numbers(detector.confirmed(receipt: "450")) == [])
    }

    @Test func `that are dropped make room for others, however many they are`() {
        var detector = connected()
        var written: [Int] = []
        for number in 1...600 {
            written += numbers(detector.addMessage("\(number)", to: "\(number % 7)", atMostOnce: true))
        }
        #expect(written == Array(1...400))
        for _ in 1...3 { written += numbers(detector.giveUpUnanswered()) }
        #expect(written == Array(1...600))
    }
}
