import Navigation
import StatePattern
import Testing

/// Where steps come from, and when they pass.
@Suite struct `Steppers` {
    @Test func `OneStepper has one step, which is its initial one`() {
        let stepper = OneStepper(withSingleStep: "only")
        #expect(stepper.initialStep == "only")
    }

    @Test func `CompositeStepper puts several in the place of one, initial steps first`() {
        let journey = Journey()
        let (first, second) = (TestScreen(initialStep: "first"), TestScreen(initialStep: "second"))
        first.steps.emit("early")
        _ = journey.addChild(stepper: CompositeStepper(steppers: [TestScreen(), first, second]))
        second.steps.emit("from second")
        first.steps.emit("from first")
        let lines = ["first", "second", "early", "from second", "from first"].map { "child: \($0)" }
        #expect(journey.journal.lines == ["app: add child"] + lines)
    }

    /// A composite with a composite in its midst.
    private func nested() -> CompositeStepper<String> {
        let steppers = ["1", "2", "3", "4"].map { OneStepper(withSingleStep: $0) }
        let inner = CompositeStepper(steppers: [steppers[1], TestScreen(), steppers[2]])
        return CompositeStepper(steppers: [steppers[0], inner, steppers[3]])
    }

    @Test(arguments: [[], ["appear"], ["appear", "disappear"]])
    func `all initial steps of a composite pass in order, whatever can be seen`(reports: [String]) {
        let journey = Journey()
        let (screen, root) = (TestScreen(), TestScreen())
        for presentation in [screen.presentation, root.presentation] {
            for report in reports { _ = report == "appear" ? presentation.appear() : presentation.disappear() }
        }
        journey.app.answers["show"] = .one(.contribute(withNextPresentable: screen, withNextStepper: nested()))
        journey.send("show")
        #expect(journey.journal.take() == ["show", "1", "2", "3", "4"].map { "app: \($0)" })
        _ = journey.addChild(root: root, stepper: nested())
        #expect(journey.journal.lines == ["app: add child"] + ["1", "2", "3", "4"].map { "child: \($0)" })
    }

    @Test func `initial steps of a composite are over when one of them dismisses the presentable`() {
        let journey = Journey()
        let screen = TestScreen()
        journey.app.answers["show"] = .one(.contribute(withNextPresentable: screen, withNextStepper: nested()))
        journey.app.actions["2"] = { screen.presentation.dismiss() }
        journey.send("show")
        journey.app.actions = [:]
        #expect(journey.journal.lines == ["app: show", "app: 1", "app: 2"])
    }

    @Test func `initial steps of a composite wait behind one that is delayed`() {
        let journey = Journey()
        let delayed = DelayedStep<String>()
        _ = journey.addChild(stepper: nested()) { $0.adaptations["1"] = .delay(delayed) }
        #expect(journey.journal.take() == ["app: add child"])
        delayed.carryOut("one")
        #expect(journey.journal.lines == ["one", "2", "3", "4"].map { "child: \($0)" })
    }

    @Test func `readyToEmitSteps is called once, when somebody listens`() {
        let journey = Journey()
        let (alone, inComposite) = (EagerStepper(initialStep: "initial"), EagerStepper(initialStep: "initial"))
        _ = journey.addChild(stepper: alone)
        #expect(journey.journal.take() == ["app: add child", "child: initial", "child: eager"])
        _ = journey.addChild(stepper: CompositeStepper(steppers: [inComposite]))
        #expect(journey.journal.take() == ["app: add child", "child: initial", "child: eager"])
        #expect(alone.calls == 1)
        #expect(inComposite.calls == 1)
    }

    @Test func `a composite may be contributed again, and its steppers in another one`() {
        let journey = Journey()
        let inner = TestScreen()
        let composite = CompositeStepper(steppers: [inner])
        for stepper in [composite, composite, CompositeStepper(steppers: [inner])] {
            let child = journey.addChild(stepper: stepper)
            inner.steps.emit("step")
            child.root.presentation.dismiss()
        }
        #expect(journey.journal.lines == Array(repeating: ["app: add child", "child: step"], count: 3).flatMap { $0 })
    }

    @Test func `a stepper may be contributed again after its presentable is gone`() {
        let journey = Journey()
        let stepper = TestScreen()
        for _ in 1...3 {
            let child = journey.addChild(stepper: stepper)
            stepper.steps.emit("step")
            child.root.presentation.dismiss()
            stepper.steps.emit("lost")
        }
        #expect(journey.journal.lines == Array(repeating: ["app: add child", "child: step"], count: 3).flatMap { $0 })
    }

    /// One way to contribute a screen, and which of its steps pass.
    struct Case: Sendable, CustomTestStringConvertible {
        let notPresented, dismissed: Bool
        let passing: [String]
        var testDescription: String { "allowed when not presented: \(notPresented), when dismissed: \(dismissed)" }
    }

    @Test(arguments: [
        Case(notPresented: false, dismissed: false, passing: ["appear", "early", "visible", "again"]),
        Case(notPresented: true, dismissed: false, passing: ["early", "appear", "visible", "hidden", "again"]),
        Case(notPresented: false, dismissed: true, passing: ["appear", "early", "visible", "again", "dismissed"]),
        Case(
            notPresented: true, dismissed: true,
            passing: ["early", "appear", "visible", "hidden", "again", "dismissed"]),
    ])
    func `steps pass when their presentable can be seen, or when they are allowed`(row: Case) {
        let journey = Journey()
        let screen = TestScreen()
        journey.app.answers["show"] = .one(
            .contribute(
                withNextPresentable: screen, withNextStepper: screen, allowStepWhenNotPresented: row.notPresented,
                allowStepWhenDismissed: row.dismissed))
        journey.send("show")
        _ = journey.journal.take()
        screen.presentation.observe { [journal = journey.journal] transition in
            if transition.source.name == "Unpresented", transition.request == "appear()" { journal.note("app: appear") }
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
        #expect(journey.journal.lines == row.passing.map { "app: \($0)" })
    }

    @Test func `the same holds for the root of a flow`() {
        let journey = Journey()
        let (strict, generous) = (TestScreen(), TestScreen())
        let first = journey.addChild("strict", root: TestScreen(), stepper: strict)
        let second = journey.addChild(
            "generous", root: TestScreen(), stepper: generous, allowStepWhenNotPresented: true,
            allowStepWhenDismissed: true)
        _ = journey.journal.take()
        for stepper in [strict, generous] { stepper.steps.emit("early") }
        for flow in [first, second] {
            flow.root.presentation.appear()
            flow.root.presentation.disappear()
        }
        for stepper in [strict, generous] { stepper.steps.emit("hidden") }
        for flow in [first, second] { flow.root.presentation.dismiss() }
        for stepper in [strict, generous] { stepper.steps.emit("late") }
        let lines = ["generous: early", "strict: early", "generous: hidden", "generous: late"]
        #expect(journey.journal.lines == lines)
        #expect(journey.flows == ["app", "generous"])
    }
}
