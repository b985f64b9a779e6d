import StateExploration
import StatePattern
import TestSupport
import Testing

/// The cells that followed contexts have taken.
@Suite(.timeLimit(.minutes(60))) struct `A coverage` {
    private static var requests: RequestList<Turnstile> {
        [
            "insertCoin": { $0.insertCoin() }, "push": { $0.push() },
        ]
    }

    private func turnstile() throws -> StateGraph<String> {
        try MachineModel(Turnstile.init, requests: Self.requests).explore()
    }

    private func perform(_ names: [String], under coverage: Coverage<String>) {
        let turnstile = Turnstile()
        coverage.log.follow(turnstile)
        for name in names { _ = name == "push" ? turnstile.push() : turnstile.insertCoin() }
    }

    @Test func `counts cells of several contexts, and lists those that are missing`() throws {
        let coverage = Coverage(of: try turnstile())
        #expect(coverage.missing.count == 4)
        perform(["push", "push"], under: coverage)
        perform(["insertCoin"], under: coverage)
        #expect("\(coverage)" == "2 of 4 cells; missing: insertCoin in Unlocked, push in Unlocked")
        perform(["insertCoin", "insertCoin", "push"], under: coverage)
        #expect("\(coverage)" == "4 of 4 cells" && coverage.missing.isEmpty)
    }

    @Test func `takes states of one path and requests of one name as one`() throws {
        let graph = try MachineModel(
            { 0 },
            requests: .init(["add(1)", "add(2)"]) { count, request in
                count = min(count + (request == "add(1)" ? 1 : 2), 3)
                return .handled
            }, state: { "Counting, \($0)" }
        ).explore()
        #expect("\(Coverage(of: graph))" == "0 of 1 cells; missing: add in Counting")
    }

    @Test func `agrees with a second count, also about states that are left at once`() throws {
        var seeds = FuzzSeeds(100, for: "coverages of random machines")
        var (passages, holes) = (0, 0)
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let plan = Wanderer.Plan(&generator)
            let known = seed % 2 == 0 ? Wanderer.requests : Wanderer.requests.dropLast()
            let graph = try plan.model(of: Array(known)).explore()
            let coverage = Coverage(of: graph)
            let wanderer = Wanderer(plan)
            coverage.log.follow(wanderer)
            wanderer.activate()
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                wanderer.observed = seed % 3 > 0 ? Wanderer.requests.randomElement(using: &generator) : nil
                wanderer.ask(Wanderer.requests.randomElement(using: &generator)!)
            }
            // A request of a hook or an observer counts in the state that answers, if the graph has that state.
            let all = graph.states.flatMap { state in known.map { "\($0) in \(state)" } }
            let made = wanderer.answers.filter {
                $0.maker == .client || $0.maker == .observer && graph.states.contains($0.state)
            }
            let (taken, unknown) = (Set(wanderer.answers.map(\.cell)), Set(made.map(\.cell)).subtracting(all))
            passages += wanderer.answers.count { !graph.states.contains($0.state) }
            holes += unknown.count
            #expect(coverage.missing.sorted() == all.filter { !taken.contains($0) }.sorted(), "seed \(seed)")
            #expect(coverage.unknown == unknown.sorted(), "seed \(seed)")
        }
        #expect(passages > 20 && holes > 20)
    }

    @Test func `draws what was not taken pale, and marks it in text`() throws {
        let coverage = Coverage(of: try turnstile())
        perform(["insertCoin"], under: coverage)
        let diagram = coverage.diagram()
        #expect(
            diagram.outline(marking: nil) == """
                  Locked
                      insertCoin → Unlocked
                  Unlocked
                      ○ push → Locked

                """)
        #expect(diagram.svg().contains("<g class=\"arrow untaken\" data-source=\"Unlocked\""))
        #expect(diagram.svg().contains("<g class=\"arrow\" data-source=\"Locked\""))
        #expect(try PictureGeometry(diagram.svg()).legend.map(\.text) == ["○ not taken by a test"])
        perform(["insertCoin", "push"], under: coverage)
        #expect(
            try !coverage.diagram().svg().contains("untaken") && coverage.diagram().svg() == turnstile().merged().svg())
    }

    @Test func `counts on several threads, and keeps no context`() async throws {
        let coverage = Coverage(of: try turnstile())
        await withTaskGroup { group in
            for names in [["push"], ["insertCoin", "push"], ["insertCoin", "insertCoin"]] {
                group.addTask { for _ in 0..<100 { perform(names, under: coverage) } }
            }
        }
        #expect(coverage.missing == [])
        var turnstile: Turnstile? = Turnstile()
        let isFreed = { [weak turnstile] in turnstile == nil }
        coverage.log.follow(turnstile!)
        turnstile?.push()
        turnstile = nil
        #expect(isFreed())
    }
}

/// A machine by a random plan, with states that their entry hook leaves.
private final class Wanderer: Context<Wanderer.Place> {
    enum Maker { case client, hook, observer }
    static let requests = ["a", "b", "c"]

    struct Plan {
        /// The target of each request that is handled in each state.
        private(set) var targets: [[String: Int]] = []
        /// The request of each state's entry hook, which leads to a later state or is not handled; `nil` without one.
        private(set) var asked: [String?] = []

        init(_ generator: inout some RandomNumberGenerator) {
            let count = Int.random(in: 2...6, using: &generator)
            for state in 0..<count {
                var next: [String: Int] = [:]
                for request in Wanderer.requests where Int.random(in: 0..<4, using: &generator) > 0 {
                    next[request] = .random(in: 0..<count, using: &generator)
                }
                let isLeft = state + 1 < count && Int.random(in: 0..<3, using: &generator) == 0
                let request = isLeft ? Wanderer.requests.randomElement(using: &generator) : nil
                if let request {
                    next[request] =
                        Bool.random(using: &generator) ? .random(in: state + 1..<count, using: &generator) : nil
                }
                targets.append(next)
                asked.append(request)
            }
        }

        func model(of requests: [String]) -> MachineModel<String> {
            MachineModel({ Wanderer(self) }, requests: .init(requests) { $0.ask($1) })
        }
    }

    final class Place: ContextState {
        let number: Int
        init(_ number: Int) { self.number = number }
        var name: String { "S\(number)" }
        func didEnter(_ wanderer: Wanderer) {
            guard let request = wanderer.plan.asked[number], wanderer.asked < 10 else { return }
            wanderer.ask(request, by: .hook)
        }
        func willExit(_ wanderer: Wanderer) {}
        func answer(_ wanderer: Wanderer, _ request: String, by maker: Maker) -> Reaction {
            wanderer.answers.append(("\(request) in \(name)", name, maker))
            return wanderer.plan.targets[number][request].map { .transition(to: Place($0)) } ?? .unhandled
        }
    }

    private let plan: Plan
    private(set) var answers: [(cell: String, state: String, maker: Maker)] = []
    var observed: String?
    /// The number of requests since the client's latest one: with an observer, hooks may ask for ever.
    private var asked = 0

    init(_ plan: Plan) {
        self.plan = plan
        super.init(initial: Place(0))
        observe(for: self) { wanderer, _, _ in _ = wanderer.observed.take().map { wanderer.ask($0, by: .observer) } }
    }

    @discardableResult func ask(_ request: String, by maker: Maker = .client) -> Outcome {
        asked = maker == .client ? 0 : asked + 1
        return delegate((request, maker), request: request) { $0.answer($1, $2.0, by: $2.1) }
    }
}
