import Navigation
import StatePattern
import Testing

/// A flow is created, ready and ended; steps wait until it can carry them out.
@Suite struct `The lifecycle of a flow` {
    private let journey = Journey()

    @Test func `it can be observed from Created to Ended`() {
        let child = TestFlow("child", journey.journal)
        var changes: [String] = []
        child.lifecycle.observe { changes.append($0.description) }
        journey.app.answers["add"] = .flow(child, stepper: TestScreen())
        journey.send("add")
        child.root.presentation.dismiss()
        #expect(
            changes == ["activate(): Created → Created", "start(_:): Created → Ready", "end(): Ready → Ended"])
    }

    @Test func `a flow that ends with its initial step is never listened to`() {
        let stepper = EagerStepper(initialStep: "done")
        stepper.steps.emit("early")
        let child = journey.addChild(stepper: stepper) { $0.answers["done"] = .end(forwardingToParent: "result") }
        stepper.steps.emit("late")
        #expect(journey.journal.lines == ["app: add child", "child: done", "app: result"])
        #expect(child.lifecycle.hasEnded)
        #expect(stepper.calls == 0)
    }
}

/// Decisions of a flow about a step before it is carried out.
@Suite struct `Adapting a step` {
    private let journey = Journey()

    @Test func `another step can be carried out in its place, or none`() {
        journey.app.adaptations = ["home": .carryOut("log in"), "spam": .drop]
        journey.send("home")
        journey.send("spam")
        journey.send("other")
        #expect(journey.journal.lines == ["app: log in", "app: other"])
    }

    @Test func `a step can be delayed, and those behind it wait`() {
        let delayed = journey.delay("camera")
        for step in ["camera", "second", "third"] { journey.send(step) }
        #expect(journey.journal.lines == [])
        #expect(journey.app.lifecycle.state.name == "Delayed")
        delayed.answer(.carryOut("camera denied"))
        #expect(journey.journal.lines == ["app: camera denied", "app: second", "app: third"])
        #expect(journey.app.lifecycle.isReady)
    }

    @Test func `other flows continue while one waits`() {
        let stepper = TestScreen()
        _ = journey.addChild(stepper: stepper)
        _ = journey.delay("camera")
        journey.send("camera")
        _ = journey.journal.take()
        stepper.steps.emit("next")
        #expect(journey.journal.lines == ["child: next"])
    }

    @Test func `only the first answer counts, and one that comes too late does nothing`() {
        let delayed = journey.delay("camera")
        journey.send("camera")
        delayed.answer(.carryOut("yes"))
        delayed.answer(.carryOut("again"))
        delayed.answer(.drop)
        #expect(journey.journal.take() == ["app: yes"])

        let late = DelayedStep<String>()
        let stepper = TestScreen()
        let child = journey.addChild(stepper: stepper) { $0.adaptations["wait"] = .delay(late) }
        stepper.steps.emit("wait")
        child.root.presentation.dismiss()
        late.answer(.carryOut("too late"))
        #expect(journey.journal.lines == ["app: add child"])
    }

    @Test func `an answer may be there before the flow waits for it`() {
        let delayed = DelayedStep<String>()
        delayed.answer(.carryOut("known"))
        delayed.answer(.carryOut("another answer"))
        journey.app.adaptations["camera"] = .delay(delayed)
        journey.send("camera")
        journey.send("next")
        #expect(journey.journal.lines == ["app: known", "app: next"])
    }

    @Test func `a delayed step that is dropped lets the others pass`() {
        let delayed = journey.delay("1")
        for step in ["1", "2", "3"] { journey.send(step) }
        delayed.answer(.drop)
        #expect(journey.journal.lines == ["app: 2", "app: 3"])
    }
}
