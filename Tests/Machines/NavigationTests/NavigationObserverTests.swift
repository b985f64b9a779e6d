import Navigation
import StatePattern
import Testing

/// Observers of each step.
@Suite struct `Observers of a coordinator` {
    private let journey = Journey()

    @Test func `get a step before and after it is carried out, and one at a time`() {
        var events: [String] = []
        journey.coordinator.onWillNavigate { events.append("will \(($0 as? TestFlow)?.name ?? "") \($1)") }
        journey.coordinator.onDidNavigate { events.append("did \(($0 as? TestFlow)?.name ?? "") \($1)") }
        journey.app.adaptations["first"] = .carryOut("adapted")
        journey.app.actions["adapted"] = { [journey] in journey.send("second") }
        let stepper = TestScreen(initialStep: "begin")
        journey.app.answers["adapted"] = .flow(TestFlow("child", journey.journal), stepper: stepper)
        journey.send("first")
        journey.app.actions = [:]
        let steps = ["app adapted", "app second", "child begin"]
        #expect(events == steps.flatMap { ["will \($0)", "did \($0)"] })
    }

    @Test func `come in the order in which they were added, until they are cancelled`() {
        var events: [String] = []
        let first = journey.coordinator.onWillNavigate { events.append("first \($1)") }
        journey.coordinator.onWillNavigate { events.append("second \($1)") }
        journey.send("a")
        first.cancel()
        journey.send("b")
        journey.coordinator.onWillNavigate { events.append("third \($1)") }
        journey.send("c")
        #expect(events == ["first a", "second a", "second b", "second c", "third c"])
    }
}
