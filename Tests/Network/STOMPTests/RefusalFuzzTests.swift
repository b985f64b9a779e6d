@testable import STOMP
import StateExploration
import Testing

/// A server that closes the connection upon each frame that begins with “bad”; its connections break, too.
private struct ClosingServer {
    private var detector = RefusalDetector(closingLimit: 3)
    private var generator: SeededGenerator
    /// The receipts of the frames that the server has not handled, and of those that it has not confirmed.
    private var (unread, unconfirmed): ([String], [String]) = ([], [])
    /// The receipts of earlier connections that the session has not read.
    private var late: [String] = []
    private var (connection, isOpen, isHolding) = (0, false, false)
    /// True if messages may come hundreds at a time.
    private let hasBursts: Bool
    private var subscriptionCount = 0
    /// The bad messages to the other destinations than “bad”.
    private var badCounts: [String: Int] = [:]
    private(set) var (sent, confirmed, refused): ([String], [String], [String]) = ([], [], [])

    init(seed: Int) { (generator, hasBursts) = (SeededGenerator(seed: UInt64(seed)), seed % 8 == 0) }

    mutating func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    /// Does anything that may happen.
    mutating func step() {
        switch random(0...20) {
        case 0: isOpen ? end(closedByServer: random(0...1) == 0) : open()
        case 1: add("bad subscription") { $0.addSubscription($1) }
        case 2: add("good subscription") { $0.addSubscription($1) }
        case 3: add("bad") { $0.addMessage($1, to: "bad") }
        case 4...8:
            let destination = "\(random(1...3))"
            // Three in a row would take the good ones with them.
            if random(0...9) == 0, badCounts[destination, default: 0] < 2 {
                badCounts[destination, default: 0] += 1
                return add("bad to \(destination)") { $0.addMessage($1, to: destination) }
            }
            for _ in 1...(hasBursts && random(0...30) == 0 ? 450 : 1) {
                add("good to \(destination)") { $0.addMessage($1, to: destination) }
            }
        case 9: if !isOpen { connection += 1 }  // An attempt fails.
        case 10: if !unread.isEmpty || !unconfirmed.isEmpty { perform(detector.probeTimedOut()) }  // It is slow.
        case 11: if !late.isEmpty { perform(detector.confirmed(receipt: late.removeFirst())) }
        default: if !advance() { open() }
        }
    }

    /// Does what brings the frames further; returns false if there is nothing, or no connection.
    mutating func advance() -> Bool {
        if !unconfirmed.isEmpty, unread.isEmpty || random(0...1) == 0 {
            perform(detector.confirmed(receipt: unconfirmed.removeFirst()))
        } else if let receipt = unread.first {
            if receipt.hasPrefix("bad") { end(closedByServer: true) } else { unconfirmed.append(unread.removeFirst()) }
        } else if isHolding {
            isHolding = false
            perform(detector.holdEnded())
        } else {
            return false
        }
        return true
    }

    mutating func open() {
        if isOpen { return }
        connection += 1
        isOpen = true
        detector.connectionOpened(connection)
        perform(detector.resume())
    }

    private mutating func end(closedByServer isClosedByServer: Bool) {
        if random(0...1) == 0 { late += unconfirmed }
        (unread, unconfirmed, isOpen, isHolding) = ([], [], false, false)
        perform(detector.connectionEnded(closedByServer: isClosedByServer))
    }

    private mutating func add(
        _ name: String, _ add: (inout RefusalDetector, RefusalDetector.ID) -> [RefusalDetector.Action]
    ) {
        sent.append("\(name) \(sent.count)")
        if name.hasSuffix("subscription") { subscriptionCount += 1 }
        perform(add(&detector, sent[sent.count - 1]))
    }

    private mutating func perform(_ actions: [RefusalDetector.Action]) {
        for action in actions {
            switch action {
            case .write(_, let receipt, _): unread.append(receipt)
            case .confirm(let id): confirmed.append(id)
            case .refuse(let id, _): refused.append(id)
            case .startHoldTimer: isHolding = true
            case .startProbeTimer: break  // It ends in any step, or never.
            case .giveUp, .close, .reconnect: Issue.record("\(action)")
            }
        }
        #expect(unread.count + unconfirmed.count <= RefusalDetector.window + subscriptionCount)
    }
}

@Suite struct RefusalFuzzTests {
    @Test(arguments: 0..<40)
    func `A server gets all messages but those upon which it closes connections, in order`(seed: Int) {
        var server = ClosingServer(seed: seed)
        for _ in 1...200 { server.step() }
        var (count, isIdle) = (0, false)
        while count < 100_000, !isIdle {
            count += 1
            server.open()
            isIdle = !server.advance()
        }
        #expect(isIdle)
        #expect(Set(server.refused) == Set(server.sent.filter { $0.hasPrefix("bad") }))
        #expect(server.refused.count == Set(server.refused).count)
        #expect(Set(server.confirmed) == Set(server.sent.filter { $0.hasPrefix("good") }))
        #expect(
            server.confirmed.filter { $0.hasPrefix("good to") } == server.sent.filter { $0.hasPrefix("good to") })
    }
}
