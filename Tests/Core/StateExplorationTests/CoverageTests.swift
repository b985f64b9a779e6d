import StateExploration
import StatePattern
import TestSupport
import Testing

/// The cells that followed contexts have taken.
@Suite(.timeLimit(.minutes(60))) struct `A coverage` {
    private static var requests: KeyValuePairs<String, (Turnstile) -> Outcome?> {
        [
            "insertCoin": { $0.insertCoin() }, "push": { $0.push() },
        ]
    }

    private func turnstile() throws -> StateGraph<String> {
        try MachineModel(Turnstile.init, requests: Self.requests).explore()
    }

    private func perform(_ names: [String], under coverage: Coverage<String>) {
        let turnstile = Turnstile()
        coverage.follow(turnstile)
        for name in names { _ = Self.requests.first { $0.key == name }?.value(turnstile) }
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

    @Test func `tells what the graph does not have`() throws {
        let half = try MachineModel(Turnstile.init, requests: ["push": { $0.push() }]).explore()
        let coverage = Coverage(of: half)
        perform(["insertCoin", "push"], under: coverage)
        #expect(
            "\(coverage)"
                == "0 of 1 cells; missing: push in Locked; unknown: insertCoin in Locked, push in Unlocked")
    }

    @Test func `takes states of one path and requests of one name as one`() throws {
        let graph = try MachineModel<String>(
            { 0 }, requests: ["add(1)", "add(2)"],
            perform: { count, request in
                count = min(count + (request == "add(1)" ? 1 : 2), 3)
                return .handled
            }, state: { "Counting, \($0)" }
        ).explore()
        #expect("\(Coverage(of: graph))" == "0 of 1 cells; missing: add in Counting")
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
        coverage.follow(turnstile!)
        turnstile?.push()
        turnstile = nil
        #expect(isFreed())
    }
}

/// A suite that covers a turnstile, as the article has it.
private struct CoversTurnstile: SuiteTrait, TestScoping {
    static let coverage = Coverage(
        of: try! MachineModel(
            Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }]
        ).explore())

    func provideScope(
        for test: Test, testCase: Test.Case?, performing tests: @Sendable () async throws -> Void
    ) async throws {
        #expect(test.isSuite && Self.coverage.missing.count == 4)
        try await tests()
        #expect(Self.coverage.missing == [])
    }
}

@Suite(CoversTurnstile(), .timeLimit(.minutes(60))) struct `Tests that cover a turnstile` {
    private func turnstile() -> Turnstile {
        let turnstile = Turnstile()
        CoversTurnstile.coverage.follow(turnstile)
        return turnstile
    }

    @Test func `take the cells of a locked turnstile`() {
        let turnstile = turnstile()
        #expect(turnstile.push() == .unhandled && turnstile.insertCoin() == .transitioned)
    }

    @Test func `and those of an unlocked one`() {
        let turnstile = turnstile()
        turnstile.insertCoin()
        #expect(turnstile.insertCoin() == .unhandled && turnstile.push() == .transitioned)
    }
}
