import Navigation
import StatePattern
import Testing

/// The answers to a step.
@Suite struct `Contributors of a flow` {
    private let journey = Journey()

    @Test func `no contributor: nothing follows`() {
        journey.send("nothing")
        #expect(journey.journal.lines == ["app: nothing"])
        #expect(journey.flows == ["app"])
    }

    @Test func `a screen: its steps reach the current flow, the initial one first`() {
        let screen = TestScreen.visible(initialStep: "shown")
        let journey = Journey(answers: ["show": .screen(screen)]
        )
        journey.send("show")
        screen.steps.emit("tapped")
        #expect(journey.journal.lines == ["app: show", "app: shown", "app: tapped"])
    }

    @Test func `a flow: it becomes a child, and its steps reach the child`() {
        let stepper = TestScreen(initialStep: "begin")
        let child = journey.addChild(stepper: stepper)
        stepper.steps.emit("next")
        #expect(journey.journal.lines == ["app: add child", "child: begin", "child: next"])
        #expect(journey.flows == ["app", "child"])
        #expect(child.lifecycle.isReady)
    }

    @Test func `an array: presentables, flows and forwarded steps follow in their order`() {
        let (left, right) = (TestFlow("left", journey.journal), TestFlow("right", journey.journal))
        let screen = TestScreen.visible(initialStep: "screen")
        journey.app.answers["all"] = [
            .flow(left, startingAt: "a"),
            .forward("b"),
            .screen(screen),
            .flow(right, startingAt: "c"),
            .forward("d"),
        ]
        journey.send("all")
        let lines = ["app: all", "left: a", "app: b", "app: screen", "right: c", "app: d"]
        #expect(journey.journal.lines == lines)
        #expect(journey.flows == ["app", "left", "right"])
    }

    @Test func `a step can be forwarded to the current flow and to the parent`() {
        let stepper = TestScreen()
        _ = journey.addChild(stepper: stepper) { child in
            child.answers["both"] = [
                .forwardToParent("up"), .forward("here"),
            ]
        }
        _ = journey.journal.take()
        stepper.steps.emit("both")
        #expect(journey.journal.lines == ["child: both", "app: up", "child: here"])
    }

    @Test func `a step that a flow without a parent forwards there is dropped`() {
        let journey = Journey(answers: ["up": .forwardToParent("lost")])
        journey.send("up")
        #expect(journey.journal.lines == ["app: up"])
    }

    @Test func `end: the flow is over, and its parent gets the step`() {
        let stepper = TestScreen()
        let child = journey.addChild(stepper: stepper) { $0.answers["done"] = .end(forwardingToParent: "result") }
        _ = journey.journal.take()
        stepper.steps.emit("done")
        stepper.steps.emit("more")
        #expect(journey.journal.lines == ["child: done", "app: result"])
        #expect(child.lifecycle.hasEnded)
        #expect(journey.flows == ["app"])
    }

    @Test func `end ends the flows below, too`() {
        let (stepper, inner) = (TestScreen(), TestScreen())
        let grandchild = TestFlow("grandchild", journey.journal)
        _ = journey.addChild(stepper: stepper) { child in
            child.answers["deeper"] = .flow(grandchild, stepper: inner)
            child.answers["done"] = .end
        }
        stepper.steps.emit("deeper")
        #expect(journey.flows == ["app", "child", "grandchild"])
        stepper.steps.emit("done")
        inner.steps.emit("late")
        #expect(grandchild.lifecycle.hasEnded)
        #expect(journey.flows == ["app"])
        #expect(journey.journal.lines == ["app: add child", "child: deeper", "child: done"])
    }
}
