import Navigation
import StatePattern
import Testing

/// Who is told of each step.
@Suite struct `Observers of a coordinator` {
    @Test func `hear of a step before and after it is carried out, and of one at a time`() {
        let journey = Journey()
        var events: [String] = []
        journey.coordinator.observe(willNavigate: { events.append("will \(($0 as? TestFlow)?.name ?? "") \($1)") })
        journey.coordinator.observe(didNavigate: { events.append("did \(($0 as? TestFlow)?.name ?? "") \($1)") })
        journey.app.adaptations["first"] = .carryOut("adapted")
        journey.app.actions["adapted"] = { [journey] in journey.send("second") }
        let stepper = TestScreen(initialStep: "begin")
        journey.app.answers["adapted"] = .one(
            .coordinate(withNextFlow: TestFlow("child", journey.journal), withNextStepper: stepper))
        journey.send("first")
        journey.app.actions = [:]
        let steps = ["app adapted", "app second", "child begin"]
        #expect(events == steps.flatMap { ["will \($0)", "did \($0)"] })
    }

    @Test func `come in the order in which they were added, until they are cancelled`() {
        let journey = Journey()
        var events: [String] = []
        let first = journey.coordinator.observe(willNavigate: { events.append("first \($1)") })
        journey.coordinator.observe(willNavigate: { events.append("second \($1)") })
        journey.send("a")
        first.cancel()
        journey.send("b")
        journey.coordinator.observe(willNavigate: { events.append("third \($1)") })
        journey.send("c")
        #expect(events == ["first a", "second a", "second b", "second c", "third c"])
    }

    @Test func `may ask for steps, which come afterwards`() {
        let journey = Journey()
        journey.coordinator.observe(didNavigate: { [journey] _, step in if step == "a" { journey.send("b") } })
        journey.app.answers["a"] = .one(.forwardToCurrentFlow(withStep: "c"))
        journey.send("a")
        #expect(journey.journal.lines == ["app: a", "app: b", "app: c"])
    }
}
