import Navigation
import StatePattern
import Testing

/// Screens go, whether the user or the program makes them.
@Suite struct `Dismissal` {
    private let journey = Journey()

    @Test func `from outside: a flow ends with its root, and says nothing to its parent`() {
        let child = journey.addChild { $0.answers["done"] = .end(forwardingToParent: "result") }
        child.root.presentation.dismiss()
        #expect(child.lifecycle.hasEnded)
        #expect(journey.flows == ["app"])
        #expect(journey.journal.lines == ["app: add child"])
    }

    @Test func `from outside: a flow that may have steps even then continues until it ends itself`() {
        let (coordinator, journal, stepper) = (FlowCoordinator<String>(), Journal(), TestScreen())
        let flow = TestFlow("flow", journal)
        flow.answers["done"] = .end(forwardingToParent: "result")
        var results: [String?] = []
        coordinator.coordinate(flow, stepper: stepper, allowing: .whenDismissed) { results.append($0) }
        flow.root.presentation.dismiss()
        stepper.steps.emit("afterwards")
        stepper.steps.emit("done")
        #expect(journal.lines == ["flow: afterwards", "flow: done"])
        #expect(results == ["result"])
    }

    @Test func `by the flow: it ends once, with its step for the parent`() {
        let stepper = TestScreen()
        let child = journey.addChild(stepper: stepper) { child in
            child.actions["close"] = { [root = child.root] in root.presentation.dismiss() }
            child.answers["close"] = .end(forwardingToParent: "closed")
        }
        var ends = 0
        child.lifecycle.observe { if $0.request == "end()" { ends += 1 } }
        stepper.steps.emit("close")
        #expect(journey.journal.lines == ["app: add child", "child: close", "app: closed"])
        #expect(ends == 1)
    }

    @Test func `by the parent, in the middle of a step of the child`() {
        let stepper = TestScreen()
        let child = journey.addChild(stepper: stepper) { child in
            child.actions["log out"] = { [root = child.root] in root.presentation.dismiss() }
            child.answers["log out"] = [.forwardToParent("logged out"), .forward("too late")]
        }
        stepper.steps.emit("log out")
        #expect(journey.journal.lines == ["app: add child", "child: log out", "app: logged out"])
        #expect(child.lifecycle.hasEnded)
    }

    @Test func `before it began: what is gone already contributes nothing`() {
        let screen = TestScreen()
        screen.presentation.dismiss()
        journey.app.answers["show"] = .screen(screen)
        journey.send("show")
        screen.steps.emit("lost")
        let child = journey.addChild(root: screen, stepper: OneStepper("begin"))
        #expect(journey.journal.lines == ["app: show", "app: add child"])
        #expect(child.lifecycle.hasEnded)
        #expect(journey.flows == ["app"])
    }

    @Test func `a flow that has ended releases screens that are still there`() {
        let (stepper, screen) = (TestScreen(), TestScreen.visible())
        _ = journey.addChild(stepper: stepper) { child in
            child.answers["show"] = .screen(screen)
            child.answers["done"] = .end
        }
        stepper.steps.emit("show")
        stepper.steps.emit("done")
        _ = journey.journal.take()
        screen.steps.emit("lost")
        #expect(journey.journal.lines == [])
    }
}
