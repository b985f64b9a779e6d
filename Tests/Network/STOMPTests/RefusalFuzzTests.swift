@testable import STOMP
import StateExploration
import Testing

/// A server that closes the connection upon each frame that begins with “bad”, and the detector's rules in small.
private struct ClosingServer {
    enum Word { case confirmed, refused, unacknowledged, lost }

    private static let limit = 3
    private var detector = RefusalDetector(closingLimit: limit)
    private var generator: SeededGenerator
    /// The receipts of the frames that the server has not handled, and of those that it has not confirmed.
    private var (unread, unconfirmed): ([String], [String]) = ([], [])
    /// The receipts of earlier connections that the session has not read.
    private var late: [String] = []
    private var (connection, isOpen) = (0, false)
    /// True if the server closes connections for other reasons, too.
    let closesAtRandom: Bool
    /// True if messages may come hundreds at a time.
    private let hasBursts: Bool

    /// The names of all frames, and what their owners were told.
    private(set) var (sent, confirmed): ([String], [String]) = ([], [])
    private(set) var words: [String: Set<Word>] = [:]

    // By the rules: the frames that are out, the suspects, the frames that wait for each target, and its closings.
    private var (out, suspects): (Set<String>, Set<String>) = ([], [])
    private var (waiting, closings): ([String: Int], [String: Int]) = ([:], [:])
    private var subscriptionCount = 0

    init(seed: Int) {
        generator = SeededGenerator(seed: UInt64(seed))
        (closesAtRandom, hasBursts) = (seed % 2 == 1, seed % 24 == 0)
    }

    private static func isSubscription(_ name: String) -> Bool { name.contains("subscription") }
    private static func isSentOnce(_ name: String) -> Bool { name.contains("once") }

    /// A subscription is its own target; the messages to a destination share one, while one of them waits.
    private func target(of name: String) -> String {
        Self.isSubscription(name) ? name : String(name.split(separator: " ")[2])
    }

    mutating func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    mutating func step() {
        switch random(0...20) {
        case 0: if isOpen { end(closedByServer: closesAtRandom && random(0...1) == 0) } else { open() }
        case 1: add(random(0...3) == 0 ? "bad subscription" : "good subscription") { $0.addSubscription($1) }
        case 2...7:
            let destination = "\(random(1...3))"
            let name = "\(random(0...9) == 0 ? "bad" : "good") to \(destination)"
            if isOpen, random(0...5) == 0 {
                return add(name + " once") { $0.addMessage($1, to: destination, atMostOnce: true) }
            }
            for _ in 1...(hasBursts && random(0...30) == 0 ? 450 : 1) {
                add(name) { $0.addMessage($1, to: destination) }
            }
        case 8:
            if !isOpen {  // An attempt fails.
                connection += 1
                closings = [:]
            }
        case 9:
            if detector.isProbing {  // The server is slow.
                for name in out { clear(name) }
                perform(detector.probeTimedOut())
            }
        case 10: if !late.isEmpty { perform(detector.confirmed(receipt: late.removeFirst())) }
        case 11: if closesAtRandom { perform(detector.giveUpUnanswered()) }
        default: if !advance() { open() }
        }
    }

    /// Does what brings the frames further; returns false if there is nothing, or no connection.
    mutating func advance() -> Bool {
        if !unconfirmed.isEmpty, unread.isEmpty || random(0...1) == 0 {
            perform(detector.confirmed(receipt: unconfirmed.removeFirst()))
        } else if let receipt = unread.first {
            if receipt.hasPrefix("bad") { refuse(receipt) } else { unconfirmed.append(unread.removeFirst()) }
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

    /// Closes the connection, with or without an error before, which may name the frame.
    private mutating func refuse(_ receipt: String) {
        switch random(0...3) {
        case 0:
            perform(detector.failed("no", receipt: receipt, subscription: nil, isCurrent: true))
            out = []
        case 1:
            let refusal = attribute()
            let actions = detector.failed("no", receipt: nil, subscription: nil, isCurrent: true)
            #expect(actions == (refusal.map { [.refuse($0, reason: "no")] } ?? []) + [.close(reason: "no")])
            perform(actions)
        default: break
        }
        end(closedByServer: true)
    }

    /// Makes suspects of the frames that are out. Returns the one that is refused.
    private mutating func attribute() -> String? {
        suspects.formUnion(out)
        defer { out = [] }
        guard out.count == 1, let name = out.first else { return nil }
        closings[target(of: name), default: 0] += 1
        return closings[target(of: name), default: 0] >= (Self.isSentOnce(name) ? 1 : Self.limit) ? name : nil
    }

    private mutating func end(closedByServer isClosedByServer: Bool) {
        if random(0...1) == 0 { late += unconfirmed }
        (unread, unconfirmed, isOpen) = ([], [], false)
        let refusal = isClosedByServer ? attribute() : nil
        if !isClosedByServer { (out, closings) = ([], [:]) }
        let actions = detector.connectionEnded(closedByServer: isClosedByServer)
        #expect(actions == refusal.map { [.refuse($0, reason: RefusalDetector.silentClosing)] } ?? [])
        perform(actions)
        for name in sent where Self.isSentOnce(name) && words[name] == nil {
            detector.remove(name)
            note(name, .lost)
        }
    }

    private mutating func add(
        _ name: String, _ add: (inout RefusalDetector, RefusalDetector.ID) -> [RefusalDetector.Action]
    ) {
        sent.append("\(name) \(sent.count)")
        waiting[target(of: sent[sent.count - 1]), default: 0] += 1
        if Self.isSubscription(name) { subscriptionCount += 1 }
        perform(add(&detector, sent[sent.count - 1]))
    }

    private mutating func clear(_ name: String) {
        out.remove(name)
        suspects.remove(name)
        closings[target(of: name)] = nil
    }

    private mutating func note(_ name: String, _ word: Word) {
        #expect(words[name] == nil || Self.isSubscription(name))
        words[name, default: []].insert(word)
        if Self.isSubscription(name), word != .refused { return }
        out.remove(name)
        waiting[target(of: name), default: 0] -= 1
        // A destination for which nothing waits is forgotten.
        if waiting[target(of: name)] == 0 { closings[target(of: name)] = nil }
    }

    private mutating func perform(_ actions: [RefusalDetector.Action]) {
        for action in actions {
            switch action {
            case .write(let name, let receipt, _):
                #expect(out.isEmpty || !suspects.contains(name) && out.isDisjoint(with: suspects))
                out.insert(name)
                unread.append(receipt)
            case .confirm(let name):
                clear(name)
                confirmed.append(name)
                note(name, .confirmed)
            case .refuse(let name, _): note(name, .refused)
            case .giveUp(let name):
                note(name, .unacknowledged)
                if Self.isSubscription(name) { continue }
                (unread, unconfirmed) = (unread.filter { $0 != name }, unconfirmed.filter { $0 != name })
            case .startProbeTimer, .close: break
            }
        }
        #expect(unread.count + unconfirmed.count <= RefusalDetector.window + subscriptionCount)
    }
}

@Suite struct RefusalFuzzTests {
    @Test(arguments: 0..<24)
    func `Each message has one end, and a server gets all but those upon which it closes, in order`(seed: Int) {
        var server = ClosingServer(seed: seed)
        for _ in 1...400 { server.step() }
        var (count, isIdle) = (0, false)
        while count < 100_000, !isIdle {
            count += 1
            server.open()
            isIdle = !server.advance()
        }
        #expect(isIdle)
        #expect(Set(server.words.keys) == Set(server.sent))
        let good = server.confirmed.filter { $0.hasPrefix("good to") }
        #expect(good == server.sent.filter(Set(good).contains))
        #expect(!server.confirmed.contains { $0.hasPrefix("bad") })
        if server.closesAtRandom { return }
        for (name, words) in server.words where !words.contains(.lost) {
            #expect(words == [name.hasPrefix("bad") ? .refused : .confirmed])
        }
    }
}
