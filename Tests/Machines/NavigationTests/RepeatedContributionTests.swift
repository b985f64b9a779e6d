import Navigation
import Testing

/// The same screens and steppers, contributed more than once.
@Suite struct `Repeated contributions` {
    private let journey = Journey()

    /// Lets the app answer a step.
    private func show(_ answer: FlowContributors<String>) {
        journey.app.answers["show"] = answer
        journey.send("show")
    }

    /// The steps that flows have carried out, without those that show something.
    private var heard: [String] { journey.journal.lines.filter { !$0.contains("show") && !$0.contains("add child") } }

    @Test func `a screen that is shown again, as by a tab that is selected again, or twice at once, is heard once`() {
        let list = EagerStepper(initialStep: "home")
        let tab = TestScreen.visible()
        journey.app.answers["home"] = [.screen(tab, stepper: list), .screen(tab, stepper: list)]
        for _ in 1...3 { journey.send("home") }
        #expect(list.calls == 1)
        #expect(journey.journal.take() == ["home", "home", "eager", "home", "home"].map { "app: \($0)" })
        list.steps.emit("book 7")
        #expect(journey.journal.lines == ["app: book 7"])
    }

    @Test func `the later policy replaces the earlier one, also while the screen is dismissed`() {
        let (list, other) = (TestScreen.visible(), TestScreen.visible())
        func emit(_ step: String, allowing policy: StepPolicy) {
            show(.screen(list, allowing: policy))
            list.steps.emit(step)
        }
        show(.screen(list))
        list.presentation.disappear()
        emit("hidden", allowing: .whenNotPresented)
        emit("lost", allowing: [])
        show(.screen(list, allowing: .whenDismissed))
        list.presentation.dismiss()
        emit("dismissed", allowing: .whenDismissed)
        emit("lost", allowing: [])
        emit("dismissed again", allowing: .whenDismissed)
        #expect(heard == ["hidden", "dismissed", "dismissed again"].map { "app: \($0)" })

        show(.screen(other, allowing: .whenDismissed))
        show(.screen(other))
        other.presentation.dismiss()
        other.steps.emit("lost")
        #expect(heard.count == 3)
    }

    @Test func `steps that wait for the screen are carried out once`() {
        let list = TestScreen()
        show(.screen(list))
        list.steps.emit("early")
        show(.screen(list))
        list.steps.emit("late")
        list.presentation.appear()
        #expect(heard == ["app: early", "app: late"])
    }

    @Test func `a stepper of two screens is heard once, through each that lets its step pass`() {
        let (model, left, right) = (TestScreen(), TestScreen.visible(), TestScreen())
        show([.screen(left, stepper: model), .screen(right, stepper: model)])
        model.steps.emit("left only")
        right.presentation.appear()
        model.steps.emit("both")
        left.presentation.disappear()
        model.steps.emit("right only")
        left.presentation.appear()
        right.presentation.dismiss()
        model.steps.emit("left again")
        left.presentation.dismiss()
        model.steps.emit("lost")
        #expect(heard == ["left only", "both", "right only", "left again"].map { "app: \($0)" })
    }

    @Test func `a step that waits for two screens is carried out when the first of them appears`() {
        let (model, left, right) = (TestScreen(), TestScreen(), TestScreen())
        show([.screen(left, stepper: model), .screen(right, stepper: model)])
        model.steps.emit("early")
        left.presentation.appear()
        right.presentation.appear()
        #expect(heard == ["app: early"])
    }

    @Test func `a screen of two flows is heard by the latest one, until that ends`() {
        let (list, stepper) = (TestScreen.visible(), TestScreen())
        show(.screen(list))
        _ = journey.addChild(stepper: stepper) { child in
            child.answers = ["show": .screen(list), "done": .end]
        }
        stepper.steps.emit("show")
        list.steps.emit("1")
        show(.screen(list))
        list.steps.emit("2")
        stepper.steps.emit("show")
        list.steps.emit("3")
        stepper.steps.emit("done")
        list.steps.emit("4")
        #expect(heard == ["child: 1", "app: 2", "child: 3", "child: done", "app: 4"])
    }

    @Test func `a step that the latest flow's screen drops passes through the one before`() {
        let (model, covered) = (TestScreen(), TestScreen())
        show(.screen(TestScreen.visible(), stepper: model))
        _ = journey.addChild(root: covered, stepper: model)
        covered.presentation.appear()
        covered.presentation.disappear()
        model.steps.emit("tapped")
        #expect(heard == ["app: tapped"])
    }

    @Test func `a stepper of a flow and of its root is heard once, and begins once`() {
        let root = TestScreen.visible(initialStep: "begin")
        for stepper in [root, CompositeStepper([CompositeStepper([root])])] as [any FlowStepper<String>] {
            let child = journey.addChild(root: root, stepper: stepper) { $0.answers["begin"] = .screen(root) }
            root.steps.emit("tapped")
            #expect(journey.journal.take() == ["app: add child", "child: begin", "child: tapped"])
            #expect(child.lifecycle.isReady)
        }
    }

    @Test func `a stepper of several composites is heard once, and begins to be ready once`() {
        let inner = EagerStepper(initialStep: "begin")
        let screen = TestScreen.visible()
        journey.app.answers["show"] = .screen(screen, stepper: CompositeStepper([OneStepper("refresh"), inner, inner]))
        journey.send("show")
        let steps = ["show", "refresh", "begin", "begin", "eager"]
        #expect(journey.journal.take() == steps.map { "app: \($0)" })
        journey.app.answers["show"] = .screen(screen, stepper: CompositeStepper([OneStepper("refresh"), inner]))
        journey.send("show")
        inner.steps.emit("tapped")
        #expect(journey.journal.lines == ["show", "refresh", "begin", "tapped"].map { "app: \($0)" })
        #expect(inner.calls == 1)
    }

    @Test func `each coordinator hears a stepper that two of them share`() {
        let (other, model) = (Journey(), TestScreen())
        for journey in [journey, other] { _ = journey.addChild(stepper: model) }
        model.steps.emit("logged out")
        for journey in [journey, other] { #expect(journey.journal.lines == ["app: add child", "child: logged out"]) }
    }

    @Test func `a stepper that is contributed again when its screen is gone is ready again`() {
        let model = EagerStepper(initialStep: "begin")
        for calls in 1...2 {
            let screen = TestScreen.visible()
            journey.app.answers["show"] = .screen(screen, stepper: model)
            journey.send("show")
            screen.presentation.dismiss()
            #expect(model.calls == calls)
            #expect(journey.journal.take() == ["show", "begin", "eager"].map { "app: \($0)" })
        }
    }
}
