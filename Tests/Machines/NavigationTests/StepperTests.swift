import Navigation
import StatePattern
import Testing

/// Sources of steps, and the steps of them that pass.
@Suite struct `Steppers` {
    private let journey = Journey()

    @Test func `CompositeStepper emits the steps of several, initial steps first`() {
        let (first, second) = (TestScreen(initialStep: "first"), TestScreen(initialStep: "second"))
        first.steps.emit("early")
        _ = journey.addChild(stepper: CompositeStepper([TestScreen(), first, second]))
        second.steps.emit("from second")
        first.steps.emit("from first")
        let lines = ["first", "second", "early", "from second", "from first"].map { "child: \($0)" }
        #expect(journey.journal.lines == ["app: add child"] + lines)
    }

    private func nested() -> CompositeStepper<String> {
        let steppers = ["1", "2", "3", "4"].map { OneStepper($0) }
        let inner = CompositeStepper([steppers[1], TestScreen(), steppers[2]])
        return CompositeStepper([steppers[0], inner, steppers[3]])
    }

    @Test(arguments: [[], ["appear"], ["appear", "disappear"]])
    func `all initial steps of a composite pass in order, whether or not their presentable is visible`(
        reports: [String]
    ) {
        let (screen, root) = (TestScreen(), TestScreen())
        for presentation in [screen.presentation, root.presentation] {
            for report in reports { _ = report == "appear" ? presentation.appear() : presentation.disappear() }
        }
        journey.app.answers["show"] = .screen(screen, stepper: nested())
        journey.send("show")
        #expect(journey.journal.take() == ["show", "1", "2", "3", "4"].map { "app: \($0)" })
        _ = journey.addChild(root: root, stepper: nested())
        #expect(journey.journal.lines == ["app: add child"] + ["1", "2", "3", "4"].map { "child: \($0)" })
    }

    @Test func `initial steps of a composite are over when one of them dismisses the presentable`() {
        let screen = TestScreen()
        journey.app.answers["show"] = .screen(screen, stepper: nested())
        journey.app.actions["2"] = { screen.presentation.dismiss() }
        journey.send("show")
        journey.app.actions = [:]
        #expect(journey.journal.lines == ["app: show", "app: 1", "app: 2"])
    }

    @Test func `initial steps of a composite wait behind one that is delayed`() {
        let delayed = DelayedStep<String>()
        _ = journey.addChild(stepper: nested()) { $0.adaptations["1"] = .delay(delayed) }
        #expect(journey.journal.take() == ["app: add child"])
        delayed.answer(.carryOut("one"))
        #expect(journey.journal.lines == ["one", "2", "3", "4"].map { "child: \($0)" })
    }

    @Test func `readyToEmitSteps is called once, when a flow listens`() {
        let (alone, inComposite) = (EagerStepper(initialStep: "initial"), EagerStepper(initialStep: "initial"))
        _ = journey.addChild(stepper: alone)
        #expect(journey.journal.take() == ["app: add child", "child: initial", "child: eager"])
        _ = journey.addChild(stepper: CompositeStepper([inComposite]))
        #expect(journey.journal.take() == ["app: add child", "child: initial", "child: eager"])
        #expect(alone.calls == 1)
        #expect(inComposite.calls == 1)
    }

    @Test func `a stepper may be contributed again after its presentable is gone, and in a composite, that as well`() {
        let inner = TestScreen()
        let composite = CompositeStepper([inner])
        for stepper in [inner, inner, composite, composite, CompositeStepper([inner])] as [any FlowStepper<String>] {
            let child = journey.addChild(stepper: stepper)
            inner.steps.emit("step")
            child.root.presentation.dismiss()
            inner.steps.emit("lost")
            #expect(journey.journal.take() == ["app: add child", "child: step"])
        }
    }

    @Test func `steps follow from the transitions of a machine, until they are cancelled or the stepper is gone`() {
        let machine = Presentation()
        weak var remaining: TestScreen?
        do {
            let other = TestScreen()
            remaining = other
            other.steps.emit(following: machine) { $0.target.name }
        }
        #expect(remaining == nil)
        let token = journey.stepper.steps.emit(following: machine) { transition in
            transition.target.name == "Hidden" ? nil : transition.target.name
        }
        machine.appear()
        machine.disappear()
        machine.appear()
        token.cancel()
        machine.dismiss()
        #expect(journey.journal.lines == ["Unpresented", "Visible", "Visible"].map { "app: \($0)" })
    }

    @Test(arguments: [StepPolicy(), .whenNotPresented, .whenDismissed, [.whenNotPresented, .whenDismissed]])
    func `steps pass when their screen, or the root of their flow, is visible, or when their policy allows them`(
        policy: StepPolicy
    ) {
        let (screen, root) = (TestScreen(), TestScreen())
        journey.app.answers["show"] = .screen(screen, allowing: policy)
        journey.send("show")
        _ = journey.addChild(root: root, stepper: root, allowing: policy)
        _ = journey.journal.take()
        for (screen, flow) in [(screen, "app"), (root, "child")] {
            screen.presentation.observe { [journal = journey.journal] transition in
                if transition.source.name == "Unpresented", transition.request == "appear()" { journal.note("appear") }
            }
            screen.steps.emit("early")
            screen.presentation.appear()
            screen.steps.emit("visible")
            screen.presentation.disappear()
            screen.steps.emit("hidden")
            screen.presentation.appear()
            screen.steps.emit("again")
            screen.presentation.dismiss()
            screen.steps.emit("dismissed")
            let passing =
                policy.contains(.whenNotPresented)
                ? ["early", "appear", "visible", "hidden", "again"] : ["appear", "early", "visible", "again"]
            let last = policy.contains(.whenDismissed) ? ["dismissed"] : []
            #expect(journey.journal.take() == (passing + last).map { $0 == "appear" ? $0 : "\(flow): \($0)" })
        }
        #expect(journey.flows == (policy.contains(.whenDismissed) ? ["app", "child"] : ["app"]))
    }
}
