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

    @Test func `to one destination are a hundred at most, and continue with each that is confirmed`() {
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
        _ = detector.connectionEnded(closedByServer: false)
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
        #expect(detector.lookCount <= 2 * messages)
    }

    /// A message of a model of what goes out next, in which all messages are looked at.
    private struct Message {
        let destination: String
        let number: Int
        /// The place among those that were written to the connection.
        var position: Int?
    }

    @Test(arguments: 0..<20)
    func `go out in the order in which they were sent, unless their destination waits`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
        var detector = connected()
        var messages: [Message] = []
        var (count, connection, position, handled) = (0, 1, 0, 0)
        // The numbers that the model expects to be written next.
        func writeNext() -> [Int] {
            var written: [Int] = []
            var waiting: [String: Int] = [:]
            for message in messages {
                guard let position = message.position else { continue }
                if position > handled { waiting[message.destination, default: 0] += 1 }
            }
            for index in messages.indices where messages[index].position == nil && position - handled < 400 {
                guard waiting[messages[index].destination, default: 0] < 100 else { continue }
                waiting[messages[index].destination, default: 0] += 1
                position += 1
                messages[index].position = position
                written.append(messages[index].number)
            }
            return written
        }
        for _ in 1...150 {
            var written: [Int] = []
            let out = messages.filter { $0.position != nil }
            switch random(0...9) {
            case 0:
                connection += 1
                #expect(detector.connectionEnded(closedByServer: false).isEmpty)
                detector.connectionOpened(connection)
                for index in messages.indices { messages[index].position = nil }
                (position, handled) = (0, 0)
                written = numbers(detector.resume())
            case 1:
                guard let message = messages.filter({ $0.position == nil }).randomElement(using: &generator) else {
                    break
                }
                detector.remove("\(message.number)")
                messages.removeAll { $0.number == message.number }
                written = numbers(detector.resume())
            case 2...5:
                guard let message = out.randomElement(using: &generator) else { break }
                handled = max(handled, message.position ?? 0)
                messages.removeAll { $0.number == message.number }
                written = numbers(detector.confirmed(receipt: "\(message.number)"))
            default:
                for _ in 0..<random(0...[5, 200][seed % 2]) {
                    count += 1
                    let destination = "\(random(0...random(0...6)))"
                    messages.append(Message(destination: destination, number: count))
                    written += numbers(detector.addMessage("\(count)", to: destination))
                }
            }
            #expect(written == writeNext())
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

    @Test func `that a queue never acknowledges are sent again once, and then dropped`() {
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

    @Test func `that are dropped make room for others, however many they are`() {
        var detector = connected()
        var written: [Int] = []
        for number in 1...600 {
            written += numbers(detector.addMessage("\(number)", to: "\(number % 7)", atMostOnce: true))
        }
        #expect(written == Array(1...400))
        for _ in 1...3 { written += numbers(detector.checkAcknowledgements()) }
        #expect(written == Array(1...600))
    }

    @Test func `that are sent at most once are dropped after one connection`() {
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

    @Test func `do not wait for subscriptions, which continue when their confirmation is dropped once`() {
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
