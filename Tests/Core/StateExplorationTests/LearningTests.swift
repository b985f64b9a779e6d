import StateExploration
import StatePattern
import TestSupport
import Testing

/// Machines that are learned from their requests and answers alone.
@Suite(.timeLimit(.minutes(60))) struct `A learned machine` {
    /// A lock that opens after a number of coins, which nothing shows.
    private final class Lock {
        private let price: Int
        private var coins = 0
        var sounds: [String] = []
        init(price: Int) { self.price = price }
        func insertCoin() { coins += 1 }
        func push() {
            sounds = [coins >= price ? "opens" : "locked"]
            if coins >= price { coins = 0 }
        }
    }

    private static func lock(_ price: Int) -> MachineModel<String> {
        MachineModel(
            blackBox: { Lock(price: price) },
            requests: [.init(Lock.insertCoin, named: "insertCoin"), .init(Lock.push, named: "push")],
            trace: { lock in
                defer { lock.sounds = [] }
                return lock.sounds
            })
    }

    @Test func `is a graph of a class with a private state, and tells how far it is`() throws {
        var progress: [Int] = []
        let graph = try Self.lock(2).learn(words: 300) { states, _ in progress.append(states) }
        #expect(
            graph.cells.map { $0.map(\.outcome) }[1...] == [[.transitioned, .handled], [.unhandled, .transitioned]])
        #expect(try "\(graph.check(.never(.effect("opens"))))" == "fails: insertCoin, insertCoin, push")
        #expect(graph.states == ["S1", "S2", "S3"] && progress.first == 1 && progress.last == 3)
    }

    @Test func `says which texts no answer tells apart`() throws {
        let clock = MachineModel({ 0 }, requests: [.init(named: "tick") { $0 = ($0 + 1) % 6 }], state: { "\($0)" })
        let graph = try clock.learn()
        #expect(graph.states == ["0"])
        #expect(graph.certainty?.hasSuffix("; no answer tells “1” from “0”") == true, "\(graph.certainty ?? "")")
    }

    @Test(arguments: 1...3) func `is tested to the depth that is asked for`(depth: Int) throws {
        #expect(try Self.lock(depth + 2).learn(depth: depth, words: 0).states.count == 1)
        #expect(try Self.lock(depth + 1).learn(depth: depth, words: 0).states.count == depth + 2)
    }

    @Test func `has the fewest states that explain a random machine`() throws {
        var seeds = FuzzSeeds(20, for: "machines that are learned")
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...12, using: &generator)
            let table = (0..<count * 3).map { _ in
                (
                    target: Int.random(in: 0..<count, using: &generator),
                    rings: Int.random(in: 0..<5, using: &generator) == 0
                )
            }
            let model = MachineModel(
                blackBox: { 0 },
                requests: .init(0..<3) { state, request in
                    let cell = table[state * 3 + request]
                    state = cell.target
                    return cell.rings ? .handled : .unhandled
                })
            // States are told apart by the classes of their targets, again and again.
            var (reached, classes) = ([0] as Set, Array(repeating: 0, count: count))
            for _ in 0..<count {
                for state in reached { for request in 0..<3 { reached.insert(table[state * 3 + request].target) } }
                let rows = (0..<count).map { state in
                    table[state * 3..<state * 3 + 3].flatMap { [classes[$0.target], $0.rings ? 1 : 0] }
                }
                classes = rows.map { rows.firstIndex(of: $0)! }
            }
            #expect(
                try model.learn(words: 3_000).states.count == Set(reached.map { classes[$0] }).count, "seed \(seed)")
        }
    }

    @Test func `that answers by chance, or has no end, is an error that says so`() throws {
        var made = 0
        let fickle = MachineModel(
            blackBox: { 0 },
            requests: [
                "knock": { _ in
                    made += 1
                    return made > 100 ? .refused : .handled
                }
            ])
        let chance = try #require(throws: ExplorationError.self) { try fickle.learn() }
        let words =
            #/The system is not deterministic: “knock” in “\?” led once to handled, \? after .+, and once to refused, .+/#
        #expect("\(chance)".wholeMatch(of: words) != nil, "\(chance)")
        let endless = MachineModel(blackBox: { 0 }, requests: [.init(named: "count") { $0 += 1 }], trace: { ["\($0)"] })
        let bound = try #require(throws: ExplorationError.self) { try endless.learn(limit: 2) }
        let sentence =
            "More than 2 states were learned. The last one is reached by 2 requests that end with count, count."
        #expect("\(bound)" == "\(sentence) Learn fewer requests, or raise the limit.")
    }
}
