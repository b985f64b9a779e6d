import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Comparing two systems` {
    @Test func `all differences are found, each by the fewest requests, and none that follows from another`() throws {
        // Wrong in state 3, which three requests lead to, and in state 5, which two lead to in the other direction.
        // The rest after a slip is not compared: the two are in different places then.
        let wrong = Ring.model(7, name: "wrong") { ring, request in
            if request == "on", ring.state == 4 || ring.state == 6 { ring.trace.append("slipped") }
        }
        let differences = try Ring.model(7).differences(from: wrong)
        #expect(differences.map(\.requests) == [["back", "back", "on"], ["on", "on", "on", "on"]])
        #expect(
            try Ring.model(7).compare(with: wrong).difference?.description == """
                ring and wrong differ after back, back, on
                  ring:  transitioned, 6 [left 5]
                  wrong: transitioned, 6 [left 5, slipped]
                """)
        #expect(try Ring.model(7).differences(from: Ring.model(7)).isEmpty)
    }

    @Test func `a difference before the first request is found`() throws {
        let late = table("late", requests: ["on"], ["Off": [""]])
        let early = table("early", requests: ["on"], ["On": [""]])
        let difference = try #require(try late.differences(from: early).first)
        #expect("\(difference)" == "late and early differ after the start\n  late:  Off\n  early: On")
    }

    @Test func `machines of one name are the first and the second`() throws {
        let (short, long) = (Ring.model(3), Ring.model(4))
        let difference = try #require(try short.compare(with: long).difference)
        #expect(
            "\(difference)" == """
                first ring and second ring differ after back
                  first ring:  transitioned, 2 [left 0]
                  second ring: transitioned, 3 [left 0]
                """)
        #expect([difference.left.name, difference.right.name] == ["ring", "ring"])
        let page = try short.explore().page(titled: "rings", named: "ring", beside: ("ring", long.explore()))
        #expect(page.contains("<figcaption>first ring</figcaption>"))
        #expect(page.contains("<figcaption>second ring</figcaption>"))
        #expect(page.contains(#""name":"first ring""#) && page.contains(#""name":"second ring""#))
    }

    @Test func `every cell of a graph that is changed is found`() throws {
        let outcomes = MachineModel(
            { 0 },
            requests: .init(Outcome.allCases.map { "\($0)" } + ["not made"]) { _, name in
                Outcome.allCases.first { "\($0)" == name }
            }, state: { "\($0)" })
        for system in [door, Ring.model(5), outcomes] {
            let graph = try system.explore()
            let mutants = graph.mutants()
            // Each cell has another outcome, every other target, and each event missing and twice.
            let events = graph.cells.joined().map(\.trace.count).reduce(0, +)
            #expect(mutants.count == graph.cellCount * graph.states.count + 2 * events)
            for mutant in mutants {
                let comparison = try system.compare(with: MachineModel(mutant.graph, named: "mutant"))
                #expect(comparison.difference != nil, "\(mutant.name)")
            }
        }
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Comparing two systems at random` {
    /// Adds numbers; the wrong one loses the sum when it is over 1000 and a 13 comes.
    private func adder(_ name: String, isWrong: Bool) -> MachineModel<String> {
        MachineModel(
            { 0 }, named: name,
            requests: .init(0...99) { sum, number in
                sum = isWrong && sum > 1000 && number == 13 ? 0 : sum + number
                return .transitioned
            },
            state: { "\($0)" })
    }

    private func compare(_ left: MachineModel<String>, _ right: MachineModel<String>, seed: UInt64)
        -> MachineModel<String>.Comparison
    {
        left.compareAtRandom(with: right, seed: seed, sequences: 20, length: 200)
    }

    @Test func `equal systems agree`() {
        let comparison = compare(adder("one", isWrong: false), adder("two", isWrong: false), seed: 1)
        #expect("\(comparison)".hasPrefix("no difference in ") && "\(comparison)".hasSuffix(" and 4000 cells"))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a difference is found, and reduced to requests of which none can be spared`(seed: UInt64) throws {
        let (right, wrong) = (adder("right", isWrong: false), adder("wrong", isWrong: true))
        let difference = try #require(compare(right, wrong, seed: seed).difference)
        let numbers = difference.requests.compactMap { Int($0) }
        #expect(numbers.last == 13)
        let sum = numbers.dropLast().reduce(0, +)
        #expect(sum > 1000)
        for number in numbers.dropLast() { #expect(sum - number <= 1000) }
    }

    @Test func `the same seed gives the same requests`() throws {
        let (right, wrong) = (adder("right", isWrong: false), adder("wrong", isWrong: true))
        let first = try #require(compare(right, wrong, seed: 7).difference)
        #expect(compare(right, wrong, seed: 7).difference?.requests == first.requests)
        #expect(compare(right, wrong, seed: 8).difference?.requests != first.requests)
    }

    @Test(arguments: [(0, 0), (0, Int.max), (3, 0)])
    func `no requests show no difference`(sequences: Int, length: Int) {
        let comparison = adder("one", isWrong: false).compareAtRandom(
            with: adder("two", isWrong: true), seed: 1, sequences: sequences, length: length)
        #expect("\(comparison)" == "no difference in \(sequences == 0 ? 0 : 1) states and 0 cells")
    }

    @Test func `a number of requests that cannot be is refused`() async {
        for count in [-1, .max] {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [count = count as Int] in
                _ = door.compareAtRandom(with: door, seed: 1, sequences: count, length: 2)
            }
            #expect(result?.errors.contains("There cannot be \(count) sequences of 2 requests.") == true)
        }
    }

    @Test func `the generator is SplitMix64`() {
        var zero = SeededGenerator(seed: 0)
        #expect([zero.next(), zero.next()] == [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4])
        var other = SeededGenerator(seed: 1_234_567)
        #expect([other.next(), other.next()] == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
    }
}
