import StatePattern

/// A flow that a coordinator has taken on, with all that it has contributed; it exists until the flow has ended.
final class ActiveFlow<Step> {
    let flow: any Flow<Step>
    /// This flow and all flows below it, each one before its children; none if it has ended, as they end with it.
    var family: [ActiveFlow] { flow.lifecycle.hasEnded ? [] : [self] + children.flatMap(\.family) }

    private weak var parent: ActiveFlow?
    private weak var coordinator: FlowCoordinator<Step>?
    private let source: Contribution<Step>
    private var children: [ActiveFlow] = []
    private var contributions: [Contribution<Step>] = []
    private var lastStep: Step?
    private let didEnd: (ActiveFlow, _ lastStep: Step?) -> Void

    init(
        _ flow: any Flow<Step>, _ stepper: any FlowStepper<Step>, _ allowance: Presentation.Allowance,
        parent: ActiveFlow?, coordinator: FlowCoordinator<Step>?,
        didEnd: @escaping (ActiveFlow, _ lastStep: Step?) -> Void
    ) {
        guard !flow.lifecycle.isCoordinated else { fatalError("A flow can be coordinated once; make another one.") }
        flow.lifecycle.isCoordinated = true
        self.flow = flow
        self.parent = parent
        self.coordinator = coordinator
        self.didEnd = didEnd
        source = Contribution(stepper, of: flow.root.presentation, allowance)
        flow.lifecycle.observe(for: self) { active, transition in
            if transition.target is FlowLifecycle.Ended { active.finish() }
        }
        source.whenDismissed { [weak self] in self?.flow.lifecycle.end() }
    }

    /// Carries out the initial steps, and listens to the stepper.
    func start() {
        let steps = source.stepper.initialSteps
        flow.lifecycle.start { [weak self] in steps.first.map { self?.take($0) ?? true } ?? true }
        sendInTurn(steps.dropFirst(), from: source)
        listen(to: source)
    }

    private func listen(to contribution: Contribution<Step>) {
        guard !flow.lifecycle.hasEnded else { return }
        contribution.open { [weak self] step in self?.sendInTurn(step) }
    }

    // MARK: Steps

    /// Has a step carried out when it is its turn.
    private func sendInTurn(_ step: Step) {
        coordinator?.schedule { [weak self] in self?.send(step) }
    }

    /// Has further initial steps carried out when it is their turn, unless the presentable is dismissed before.
    private func sendInTurn(_ steps: ArraySlice<Step>, from contribution: Contribution<Step>) {
        for step in steps {
            coordinator?.schedule { [weak self, weak contribution] in
                if contribution != nil { self?.send(step) }
            }
        }
    }

    /// Has a step carried out, as soon as the flow is ready and unless the link that it is from has been replaced.
    func send(_ step: Step, of link: DeepLink<Step>? = nil) {
        flow.lifecycle.navigate { [weak self] in self?.take(step, of: link) ?? true }
    }

    /// - Returns: Whether the step is done with; it is not if it has been delayed.
    private func take(_ step: Step, of link: DeepLink<Step>? = nil) -> Bool {
        if let link, link.isReplaced { return true }
        switch flow.adapt(step: step) {
        case .carryOut(let step):
            carryOut(step)
        case .drop:
            break
        case .delay(let delayed):
            // The answer may be there already; it gets its turn when the lifecycle knows of the delay.
            delayed.whenAnswered { [weak self] answer in
                self?.coordinator?.schedule { self?.resume(answer, of: link) }
            }
            return false
        }
        link?.advance()
        return true
    }

    private func resume(_ answer: Adaptation<Step>, of link: DeepLink<Step>?) {
        flow.lifecycle.resume { [weak self] in
            if let link, link.isReplaced { return }
            if case .carryOut(let step) = answer { self?.carryOut(step) }
            link?.advance()
        }
    }

    private func carryOut(_ step: Step) {
        switch coordinator?.navigate(flow, to: step) {
        case nil, .some(.none): break
        case .one(let contributor): add(contributor)
        case .multiple(let contributors): for contributor in contributors { add(contributor) }
        case .end(let step):
            lastStep = step
            flow.lifecycle.end()
        }
    }

    // MARK: What follows from a step

    private func add(_ contributor: FlowContributor<Step>) {
        switch contributor {
        case .contribute(let presentable, let stepper, let whenNotPresented, let whenDismissed):
            add(presentable, stepper, .init(whenNotPresented: whenNotPresented, whenDismissed: whenDismissed))
        case .coordinate(let flow, let stepper, let whenNotPresented, let whenDismissed):
            add(flow, stepper, .init(whenNotPresented: whenNotPresented, whenDismissed: whenDismissed))
        case .forwardToCurrentFlow(let step): sendInTurn(step)
        case .forwardToParentFlow(let step): parent?.sendInTurn(step)
        }
    }

    private func add(
        _ presentable: any Presentable, _ stepper: any FlowStepper<Step>, _ allowance: Presentation.Allowance
    ) {
        let contribution = Contribution(stepper, of: presentable.presentation, allowance)
        contributions.append(contribution)
        contribution.whenDismissed { [weak self, weak contribution] in
            self?.contributions.removeAll { $0 === contribution }
        }
        coordinator?.schedule { [weak self, weak contribution] in
            guard let self, let contribution else { return }
            let steps = contribution.stepper.initialSteps
            if let step = steps.first { send(step) }
            sendInTurn(steps.dropFirst(), from: contribution)
            listen(to: contribution)
        }
    }

    private func add(_ flow: any Flow<Step>, _ stepper: any FlowStepper<Step>, _ allowance: Presentation.Allowance) {
        let child = ActiveFlow(flow, stepper, allowance, parent: self, coordinator: coordinator) {
            [weak self] child, step in
            self?.children.removeAll { $0 === child }
            if let step { self?.sendInTurn(step) }
        }
        children.append(child)
        coordinator?.schedule { [weak child] in child?.start() }
    }

    // MARK: The end

    /// Lets go of everything, once the flow has ended; what follows from that comes afterwards.
    private func finish() {
        guard let coordinator else { return letGo() }
        coordinator.inOneTurn { [self] in
            letGo()
            coordinator.schedule { [self] in didEnd(self, lastStep) }
        }
    }

    private func letGo() {
        contributions = []
        for child in children.reversed() { child.flow.lifecycle.end() }
    }
}
