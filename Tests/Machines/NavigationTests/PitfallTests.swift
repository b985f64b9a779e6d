import Navigation
import StatePattern
import Testing

/// Problems that users of flow coordinators report.
@Suite struct `Pitfalls of flow coordinators` {
    private let journey = Journey()

    @Test func `no child survives its dismissal, nor do its screens and steppers`() {
        for cycle in 0..<1_000 {
            weak var child: TestFlow?
            weak var root: TestScreen?
            weak var stepper: TestScreen?
            weak var screen: TestScreen?
            do {
                let (childStepper, childScreen) = (TestScreen(), TestScreen.visible())
                let flow = journey.addChild(stepper: childStepper) { flow in
                    flow.answers["show"] = .screen(childScreen)
                    flow.answers["done"] = .end
                }
                childStepper.steps.emit("show")
                (child, root, stepper, screen) = (flow, flow.root, childStepper, childScreen)
                if cycle.isMultiple(of: 2) { flow.root.presentation.dismiss() } else { childStepper.steps.emit("done") }
            }
            #expect(child == nil && root == nil && stepper == nil && screen == nil, "cycle \(cycle)")
        }
        #expect(journey.flows == ["app"])
    }

    @Test func `a screen that is dismissed is freed, and its flow continues`() {
        weak var remaining: TestScreen?
        do {
            let screen = TestScreen.visible()
            remaining = screen
            journey.app.answers["show"] = .screen(screen)
            journey.send("show")
            journey.app.answers = [:]
            screen.presentation.dismiss()
            screen.steps.emit("lost")
        }
        #expect(remaining == nil)
        journey.send("next")
        #expect(journey.journal.lines == ["app: show", "app: next"])
    }

    @Test func `dropping a coordinator frees its flows, even while a step is delayed`() {
        weak var app: TestFlow?
        weak var child: TestFlow?
        weak var coordinator: FlowCoordinator<String>?
        let delayed = DelayedStep<String>()
        let stepper = TestScreen()
        do {
            let journey = Journey()
            let flow = journey.addChild(stepper: stepper) { $0.adaptations["wait"] = .delay(delayed) }
            stepper.steps.emit("wait")
            stepper.steps.emit("behind it")
            journey.coordinator.navigate(to: ["nowhere"])
            (app, child, coordinator) = (journey.app, flow, journey.coordinator)
        }
        #expect(app == nil && child == nil && coordinator == nil)
        delayed.answer(.carryOut("too late"))
        stepper.steps.emit("too late")
    }

    @Test func `no step is lost before a flow is ready`() {
        let delayed = DelayedStep<String>()
        let stepper = TestScreen(initialStep: "begin")
        stepper.steps.emit("before the flow listens")
        let child = journey.addChild(stepper: stepper) { child in
            child.adaptations["begin"] = .delay(delayed)
            child.acceptedSteps = ["linked"]
        }
        stepper.steps.emit("before it is ready")
        journey.coordinator.navigate(to: ["linked"])
        #expect(!child.lifecycle.isReady)
        #expect(journey.journal.take() == ["app: add child"])
        delayed.answer(.carryOut("begin"))
        let lines = ["begin", "before the flow listens", "before it is ready", "linked"].map { "child: \($0)" }
        #expect(journey.journal.lines == lines)
        #expect(child.lifecycle.isReady)
    }

    @Test func `several steps at once are all carried out, in order`() {
        let steps = (1...100).map { "\($0)" }
        journey.app.answers["all"] = FlowContributors(steps.map { .forward($0) })
        journey.app.actions["all"] = { [journey] in for step in ["a", "b", "c"] { journey.send(step) } }
        journey.send("all")
        journey.app.actions = [:]
        #expect(journey.journal.lines == (["all", "a", "b", "c"] + steps).map { "app: \($0)" })
    }

    /// It ends by itself, by itself and its root at once, or by its root.
    @Test(arguments: [0, 1, 2]) func `a completion is called exactly once, however a flow ends`(kind: Int) {
        let (coordinator, journal) = (FlowCoordinator<String>(), Journal())
        let (flow, stepper) = (TestFlow("flow", journal), TestScreen())
        flow.answers = ["done": .end(forwardingToParent: "result"), "again": .end(forwardingToParent: "other result")]
        flow.actions["done"] = { [root = flow.root] in
            stepper.steps.emit("again")
            if kind == 1 { root.presentation.dismiss() }
        }
        var results: [String?] = []
        coordinator.coordinate(flow, stepper: stepper) { results.append($0) }
        #expect(results == [])
        if kind < 2 { stepper.steps.emit("done") }
        flow.root.presentation.dismiss()
        stepper.steps.emit("done")
        #expect(results == [kind < 2 ? "result" : nil])
        #expect(journal.lines == (kind < 2 ? ["flow: done"] : []))
        #expect(coordinator.flows.isEmpty)
    }

    @Test func `two quick taps push two screens, unless the flow drops what comes before the first is visible`() {
        final class Shelf: Flow {
            let lifecycle = FlowLifecycle()
            let root = TestScreen.visible()
            var isGuarded = false
            var pushed: [TestScreen] = []
            private var isPresenting = false

            func adapt(step: String) -> StepDecision<String> { isGuarded && isPresenting ? .drop : .carryOut(step) }

            func navigate(to step: String) -> FlowContributors<String> {
                let book = TestScreen()
                pushed.append(book)
                isPresenting = true
                book.presentation.observe(for: self) { shelf, book, _ in
                    if book.isVisible || book.isDismissed { shelf.isPresenting = false }
                }
                return .screen(book)
            }
        }
        let (coordinator, shelf) = (FlowCoordinator<String>(), Shelf())
        coordinator.coordinate(shelf, stepper: shelf.root)
        func tapTwice(expecting count: Int) {
            for _ in 1...2 { shelf.root.steps.emit("book 7") }
            #expect(shelf.pushed.count == count)
        }
        tapTwice(expecting: 2)
        for book in shelf.pushed { book.presentation.appear() }
        shelf.isGuarded = true
        tapTwice(expecting: 3)
        shelf.pushed.last?.presentation.appear()
        tapTwice(expecting: 4)
        shelf.pushed.last?.presentation.dismiss()
        tapTwice(expecting: 5)
    }

    @Test func `a child with its parent's container as its root outlives its screens`() {
        let (container, screen, stepper) = (TestScreen.visible(), TestScreen.visible(), TestScreen())
        for (root, flows) in [(container, ["app", "child"]), (screen, ["app"])] {
            let child = journey.addChild(root: root, stepper: stepper) { $0.answers["show"] = .screen(screen) }
            stepper.steps.emit("show")
            screen.presentation.dismiss()
            #expect(journey.flows == flows)
            #expect(child.lifecycle.hasEnded == (root === screen))
            container.presentation.dismiss()
        }
    }
}
