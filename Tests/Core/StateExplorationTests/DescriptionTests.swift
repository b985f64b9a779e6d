import StateExploration
import StatePattern
import TestSupport
import Testing

/// The descriptions of graphs, diagrams, models and mutants, for `print`.
@Suite struct `Printed` {
    private let model = MachineModel(
        Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])

    @Test func `everything is a line or an outline, without the names of modules and properties`() throws {
        let (graph, turnstile) = (try model.explore(), Turnstile())
        let log = FunnelLog(of: turnstile, clock: ManualClock())
        var token: Any = turnstile.observe { _ in }
        #expect("\(token)" == "ObservationToken")
        token = turnstile.observe(for: log) { _, _, _ in }
        turnstile.insertCoin()
        let same = try model.compare(with: model)
        let other = MachineModel(graph.mutants()[0].graph, named: "other")
        let difference = try #require(try model.compare(with: other).difference)
        let response = MachineModel<String>.Response(outcome: .handled, state: "Open", trace: ["beep"])
        #expect(
            ["\(model)", graph.mutants()[0].name] == [
                "Turnstile: insertCoin, push", "Locked, insertCoin: another outcome",
            ])
        let things: [(Any, lines: Int)] = [
            (graph, 4), (graph.diagram(), 4), (graph.merged(), 4), (graph.mutants()[0].name, 1), (model, 1), (log, 2),
            (turnstile, 1), (token, 1), (same, 1), (difference, 3), (response, 1),
            (ExplorationError.tooManyStates(limit: 1, state: "Open", path: ["push"]), 1),
            (ExplorationError.notFreed(model: "Turnstile"), 1),
        ]
        for (thing, lines) in things {
            var text = ""
            print(thing, to: &text)
            #expect(text.count { $0 == "\n" } == lines, "\(text)")
            #expect(text.firstMatch(of: /StatePattern|StateExploration|Optional|Swift\.|</) == nil, "\(text)")
        }
    }
}
