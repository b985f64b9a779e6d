import Navigation

/// The steps that the flows of a test have carried out, in order.
final class Journal {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A screen that emits steps by itself.
final class TestScreen: Presentable, FlowStepper {
    let presentation = Presentation()
    let steps = Steps<String>()
    let initialStep: String?

    init(initialStep: String? = nil) { self.initialStep = initialStep }

    static func visible(initialStep: String? = nil) -> TestScreen {
        let screen = TestScreen(initialStep: initialStep)
        screen.presentation.appear()
        return screen
    }
}

/// A stepper that emits a step as soon as a flow listens.
final class EagerStepper: FlowStepper {
    let steps = Steps<String>()
    let initialStep: String?
    private(set) var calls = 0

    init(initialStep: String) { self.initialStep = initialStep }

    func readyToEmitSteps() {
        calls += 1
        steps.emit("eager")
    }
}

/// A flow with the answers that a test gives it, which notes each step.
final class TestFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: TestScreen
    let name: String
    private let journal: Journal

    var answers: [String: FlowContributors<String>] = [:]
    var adaptations: [String: StepDecision<String>] = [:]
    var acceptedSteps: Set<String> = []
    /// Called in the middle of carrying out a step.
    var actions: [String: () -> Void] = [:]

    init(_ name: String, _ journal: Journal, root: TestScreen = .visible()) {
        self.name = name
        self.journal = journal
        self.root = root
    }

    func adapt(step: String) -> StepDecision<String> { adaptations[step] ?? .carryOut(step) }
    func accepts(step: String) -> Bool { acceptedSteps.contains(step) }

    func navigate(to step: String) -> FlowContributors<String> {
        journal.note("\(name): \(step)")
        actions[step]?()
        return answers[step] ?? []
    }
}

/// An app with one flow, which is ready, and the stepper of that flow.
struct Journey {
    let journal = Journal()
    let coordinator = FlowCoordinator<String>()
    let app: TestFlow
    let stepper = TestScreen()

    init(initialStep: String = "launch", answers: [String: FlowContributors<String>] = [:]) {
        app = TestFlow("app", journal)
        app.answers = answers
        coordinator.coordinate(app, startingAt: initialStep, stepper: stepper)
        _ = journal.take()
    }

    /// Lets the app answer a step with a child flow, and sends that step.
    func addChild(
        _ name: String = "child", root: TestScreen = .visible(), stepper: any FlowStepper<String> = TestScreen(),
        allowing policy: StepPolicy = [], prepare: (TestFlow) -> Void = { _ in }
    ) -> TestFlow {
        let child = TestFlow(name, journal, root: root)
        prepare(child)
        app.answers["add \(name)"] = .flow(child, stepper: stepper, allowing: policy)
        send("add \(name)")
        app.answers["add \(name)"] = nil
        return child
    }

    func send(_ step: String) { stepper.steps.emit(step) }

    /// Delays a step of the app, until the test answers.
    func delay(_ step: String) -> DelayedStep<String> {
        let delayed = DelayedStep<String>()
        app.adaptations[step] = .delay(delayed)
        return delayed
    }

    var flows: [String] { coordinator.flows.compactMap { ($0 as? TestFlow)?.name } }
}
