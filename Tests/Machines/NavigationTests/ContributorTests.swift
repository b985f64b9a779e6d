import Navigation
import StatePattern
import Testing

/// The answers to a step.
@Suite struct `Contributors of a flow` {
    private let journey = Journey()

    @Test func `screens, flows and forwarded steps follow in their order, the initial ones first`() {
        let (left, right) = (TestFlow("left", journey.journal), TestFlow("right", journey.journal))
        let (screen, stepper) = (TestScreen.visible(initialStep: "shown"), TestScreen(initialStep: "c"))
        journey.app.answers["all"] = [
            .flow(left, startingAt: "a"), .forward("b"), .screen(screen), .flow(right, stepper: stepper), .forward("d"),
        ]
        journey.send("all")
        screen.steps.emit("tapped")
        stepper.steps.emit("next")
        let lines = ["app: all", "left: a", "app: b", "app: shown", "right: c", "app: d", "app: tapped", "right: next"]
        #expect(journey.journal.lines == lines)
        #expect(journey.flows == ["app", "left", "right"])
        #expect(right.lifecycle.isReady)
    }

    @Test func `a step can be forwarded to the current flow and to the parent, and is dropped if there is none`() {
        let stepper = TestScreen()
        let both: FlowContributors<String> = [.forwardToParent("up"), .forward("here")]
        journey.app.answers["up"] = .forwardToParent("lost")
        _ = journey.addChild(stepper: stepper) { $0.answers["both"] = both }
        stepper.steps.emit("both")
        #expect(journey.journal.lines == ["app: add child", "child: both", "app: up", "child: here"])
    }

    @Test func `end: the flow and those below are over, and its parent gets the step`() {
        let (stepper, inner) = (TestScreen(), TestScreen())
        let grandchild = TestFlow("grandchild", journey.journal)
        let child = journey.addChild(stepper: stepper) { child in
            child.answers["deeper"] = .flow(grandchild, stepper: inner)
            child.answers["done"] = .end(forwardingToParent: "result")
        }
        stepper.steps.emit("deeper")
        #expect(journey.flows == ["app", "child", "grandchild"])
        for step in ["done", "more"] { stepper.steps.emit(step) }
        inner.steps.emit("late")
        #expect(child.lifecycle.hasEnded && grandchild.lifecycle.hasEnded)
        #expect(journey.flows == ["app"])
        #expect(journey.journal.lines == ["app: add child", "child: deeper", "child: done", "app: result"])
    }
}
