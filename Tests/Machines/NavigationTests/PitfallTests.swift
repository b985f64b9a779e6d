import Navigation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Problems that users of flow coordinators report.
@Suite(.blocking) struct `Pitfalls of flow coordinators` {
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

    @Test func `a screen that is dismissed is freed while its flow continues`() {
        weak var remaining: TestScreen?
        do {
            let screen = TestScreen.visible()
            remaining = screen
            journey.app.answers["show"] = .screen(screen)
            journey.send("show")
            journey.app.answers = [:]
            screen.presentation.dismiss()
        }
        #expect(remaining == nil)
        #expect(journey.flows == ["app"])
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
        #expect(app == nil)
        #expect(child == nil)
        #expect(coordinator == nil)
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

    @Test func `steps are carried out in the order in which they come, however long some are delayed`() {
        var generator = SeededGenerator(seed: 43)
        for _ in 0..<100 {
            let journey = Journey()
            var (sent, unanswered): ([String], [() -> Void]) = ([], [])
            for number in 0..<30 {
                let step = "\(number)"
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    let delayed = DelayedStep<String>()
                    journey.app.adaptations[step] = .delay(delayed)
                    unanswered.append { delayed.answer(.carryOut(step)) }
                }
                sent.append("app: \(step)")
                journey.send(step)
                if let answer = unanswered.indices.randomElement(using: &generator), Bool.random(using: &generator) {
                    unanswered.remove(at: answer)()
                }
                #expect(journey.journal.lines == Array(sent.prefix(journey.journal.lines.count)))
            }
            for answer in unanswered.shuffled(using: &generator) { answer() }
            #expect(journey.journal.lines == sent)
        }
    }

    @Test func `a completion is called exactly once, however a flow ends`() {
        for isDismissed in [false, true] {
            let (coordinator, journal) = (FlowCoordinator<String>(), Journal())
            let (flow, stepper) = (TestFlow("flow", journal), TestScreen())
            flow.answers = [
                "done": .end(forwardingToParent: "result"), "again": .end(forwardingToParent: "other result"),
            ]
            flow.actions["done"] = { [root = flow.root] in
                stepper.steps.emit("again")
                if isDismissed { root.presentation.dismiss() }
            }
            var results: [String?] = []
            coordinator.coordinate(flow, stepper: stepper) { results.append($0) }
            #expect(results == [])
            stepper.steps.emit("done")
            flow.root.presentation.dismiss()
            stepper.steps.emit("done")
            #expect(results == ["result"])
            #expect(journal.lines == ["flow: done"])
            #expect(coordinator.flows.isEmpty)
        }
    }

    @Test func `a completion is called with nothing when the root is dismissed`() {
        let (coordinator, flow) = (FlowCoordinator<String>(), TestFlow("flow", Journal()))
        var results: [String?] = []
        coordinator.coordinate(flow, stepper: TestScreen()) { results.append($0) }
        flow.root.presentation.dismiss()
        flow.root.presentation.dismiss()
        #expect(results == [nil])
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
        for _ in 1...2 { shelf.root.steps.emit("book 7") }
        #expect(shelf.pushed.count == 2)
        for book in shelf.pushed { book.presentation.appear() }
        shelf.isGuarded = true
        for _ in 1...2 { shelf.root.steps.emit("book 7") }
        #expect(shelf.pushed.count == 3)
        shelf.pushed.last?.presentation.appear()
        shelf.pushed.last?.presentation.disappear()
        for _ in 1...2 { shelf.root.steps.emit("book 8") }
        #expect(shelf.pushed.count == 4)
        shelf.pushed.last?.presentation.dismiss()
        shelf.root.steps.emit("book 9")
        #expect(shelf.pushed.count == 5)
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

    @Test func `steps have a type: no flow casts, and a step of another type does not compile`() throws {
        let program = { (step: String) in
            """
            import Navigation
            final class Screen: Presentable { let presentation = Presentation() }
            final class Numbers: Flow {
                let lifecycle = FlowLifecycle()
                let root = Screen()
                func navigate(to step: Int) -> FlowContributors<Int> {
                    print(step + 1)
                    return []
                }
            }
            FlowCoordinator<Int>().coordinate(Numbers(), startingAt: \(step))
            """
        }
        #expect(try Program.compileAndRun(program("6")) == Program.Result(output: "7\n"))
        let complaint = try Program.compileAndRun(program("\"six\""))
        #expect(complaint.errors.contains("cannot convert value of type 'String' to expected argument type 'Int'"))
    }
}
