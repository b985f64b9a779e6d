@testable import STOMP
import STOMPTestSupport
import StateExploration
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

    @Test(arguments: [(destinations: 4_000, messages: 4_000), (1, 4_000), (40, 4_000)])
    func `cost a look or two, however many of them and of their destinations there are`(
        destinations: Int, messages: Int
    ) {
        var detector = RefusalDetector(closingLimit: 2)
        for number in 1...messages { _ = detector.addMessage("\(number)", to: "\(number % destinations)") }
        detector.connectionOpened(1)
        var written = numbers(detector.resume())
        var confirmed = 0
        while confirmed < written.count {
            written += numbers(detector.confirmed(receipt: "\(written[confirmed])"))
            confirmed += 1
        }
        #expect(written == Array(1...messages))
        #expect(detector.messages.lookCount <= 2 * messages)
    }

    @Test(arguments: 0..<20)
    func `go out in the order in which they were sent, unless their destination waits`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
        var lines = RefusalDetector.MessageLines()
        var (count, connection) = (0, 1)
        // With few messages all that changes is frequent, with many the windows are full.
        let limit = [20, 2_000][seed % 2]
        for _ in 1...200 {
            let written = lines.written.map(\.id).sorted()
            switch random(0...20) {
            case 0:
                if random(0...1) == 0 { lines.withdrawAccusations() }
                connection += 1
                lines.connectionOpened()
            case 1: if let id = written.randomElement(using: &generator) { lines.giveUp(id) }
            case 2: if let id = written.randomElement(using: &generator) { _ = lines.refuse(id) }
            case 3: if let id = written.randomElement(using: &generator) { lines.remove([id]) }
            case 4:
                let id = written.randomElement(using: &generator)
                lines.updateWritten { if $0.id == id { $0.suspect(alone: Bool.random(using: &generator)) } }
            case 5: if let id = lines.held.map(\.id).sorted().first { _ = lines.write(id, to: connection) }
            case 6...8: if let id = written.randomElement(using: &generator) { _ = lines.confirm(id, on: connection) }
            default:
                for _ in 0..<random(0...limit / 10) {
                    count += 1
                    let frame = RefusalDetector.TrackedFrame(id: "\(count)", kind: .message, number: count)
                    lines.append(frame, to: "\(random(0...random(0...limit / 100 + 4)))")
                }
            }
            #expect(lines.hasSuspects == lines.lines.values.contains { $0.hasSuspects })
            #expect(Set(lines.held.map(\.id)) == Set(lines.lines.values.filter(\.isHeld).compactMap(\.next?.id)))
            for _ in 0..<random(0...limit / 4) {
                let isOpen = lines.position - lines.handledPosition < RefusalDetector.MessageLines.window
                let ready = lines.lines.values.filter { !$0.isHeld && $0.hasRoom(after: lines.handledPosition) }
                let next = isOpen ? ready.compactMap(\.next).min { $0.number < $1.number }?.id : nil
                let action = lines.writeNext(to: connection)
                let id: String? = if case .write(let id, _, _) = action { id } else { nil }
                if id != next { Issue.record("\(id ?? "nothing"), not \(next ?? "nothing")") }
                if id == nil { break }
            }
        }
        #expect(count > 100)
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
