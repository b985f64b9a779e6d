import Navigation
import StatePattern
import Testing

/// The roots of other flows, when these are ready.
@Suite struct `Using the roots of flows` {
    private let journey = Journey()

    @Test func `when all flows have carried out their initial steps, and once`() {
        let (left, right) = (TestFlow("left", journey.journal), TestFlow("right", journey.journal))
        let delayed = DelayedStep<String>()
        right.adaptations["begin"] = .delay(delayed)
        var calls = 0
        journey.app.whenReady(left, right) { leftRoot, rightRoot in
            #expect(leftRoot === left.root && rightRoot === right.root)
            calls += 1
        }
        journey.app.answers["add"] = FlowContributors([left, right].map { .flow($0, startingAt: "begin") })
        journey.send("add")
        #expect(left.lifecycle.isReady)
        #expect(calls == 0)
        delayed.answer(.carryOut("begin"))
        #expect(calls == 1)

        let again = DelayedStep<String>()
        right.adaptations["again"] = .delay(again)
        right.acceptedSteps = ["again"]
        journey.coordinator.navigate(to: ["again"])
        #expect(!right.lifecycle.isReady)
        again.answer(.drop)
        #expect(right.lifecycle.isReady)
        #expect(calls == 1)
    }

    @Test func `also when one of them is held up by a later step`() {
        let held = TestFlow("held", journey.journal)
        let late = TestFlow("late", journey.journal)
        let delayed = DelayedStep<String>()
        held.adaptations["ask"] = .delay(delayed)
        held.acceptedSteps = ["ask"]
        var calls: [String] = []
        func add(_ flow: TestFlow) {
            journey.app.answers["add"] = .flow(flow, stepper: TestScreen())
            journey.send("add")
        }
        journey.app.whenReady(held, late) { _, _ in calls.append("asked before") }
        add(held)
        journey.coordinator.navigate(to: ["ask"])
        #expect(!held.lifecycle.isReady)
        journey.app.whenReady(held, late) { _, _ in calls.append("asked while held") }
        journey.app.whenReady(held) { _ in calls.append("asked for one") }
        #expect(calls == ["asked for one"])
        add(late)
        #expect(calls == ["asked for one", "asked before", "asked while held"])
    }

    @Test func `flows from an array have one type, and their roots come as an array`() {
        let tabs = ["left", "middle", "right"].map { TestFlow($0, journey.journal) }
        var roots: [TestScreen] = []
        journey.app.whenReady(tabs) { roots = $0 }
        #expect(roots.isEmpty)
        journey.app.answers["add"] = FlowContributors(tabs.map { .flow($0, startingAt: "begin") })
        journey.send("add")
        #expect(roots.map { ObjectIdentifier($0) } == tabs.map { ObjectIdentifier($0.root) })
        #expect(journey.flows == ["app", "left", "middle", "right"])
    }

    @Test func `at once when they are ready already`() {
        let child = journey.addChild()
        var calls = 0
        journey.app.whenReady(child, journey.app) { _, _ in calls += 1 }
        #expect(calls == 1)
    }

    @Test func `never, and nothing is kept, when one of them ends before`() {
        let (left, right) = (TestFlow("left", journey.journal), journey.addChild("right"))
        weak var witness: TestScreen?
        do {
            let captured = TestScreen()
            witness = captured
            journey.app.whenReady(left, right) { _, _ in captured.presentation.appear() }
        }
        #expect(witness != nil)
        right.root.presentation.dismiss()
        #expect(witness == nil)
        journey.app.whenReady(left, right) { _, _ in Issue.record("one of them has ended") }
        #expect(left.lifecycle.state.name == "Created")
    }
}
