import StatePattern

/// A coordinated flow with its child flows and the sources of its steps. The node exists until the flow has ended.
final class FlowNode<Step> {
    let flow: any Flow<Step>
    private weak var parent: FlowNode?
    private weak var coordinator: FlowCoordinator<Step>?
    private let source: StepSource<Step>
    private var children: [FlowNode] = []
    private var sources: [StepSource<Step>] = []
    private var lastStep: Step?
    private let didEnd: (FlowNode, _ lastStep: Step?) -> Void

    init(
        _ flow: any Flow<Step>, _ stepper: any FlowStepper<Step>, _ policy: StepPolicy,
        parent: FlowNode?, coordinator: FlowCoordinator<Step>?,
        didEnd: @escaping (FlowNode, _ lastStep: Step?) -> Void
    ) {
        guard !flow.lifecycle.isCoordinated else {
            fatalError("A flow can be coordinated once; make another one. This one is a \(type(of: flow)).")
        }
        flow.lifecycle.isCoordinated = true
        self.flow = flow
        self.parent = parent
        self.coordinator = coordinator
        self.didEnd = didEnd
        source = StepSource(stepper, of: flow.root.presentation, policy)
        flow.lifecycle.observe(for: self) { node, _, transition in
            if transition.target is FlowLifecycle.Ended { node.finish() }
        }
        source.whenOver { [weak self] in self?.flow.lifecycle.end() }
        if source.isOver { flow.lifecycle.end() }
    }

    /// Frees the flows below this flow one after the other.
    ///
    /// This does not recurse from flow to flow, because a deep link may nest as many flows as it has steps.
    deinit {
        var rest = children
        children = []
        while let node = rest.popLast() {
            rest += node.children
            node.children = []
        }
    }

    /// Returns the nodes of all flows that have not ended. Each flow comes before its children.
    static func all(in roots: [FlowNode]) -> [FlowNode] {
        var (found, rest): ([FlowNode], [FlowNode]) = ([], roots.reversed())
        while let node = rest.popLast() {
            guard !node.flow.lifecycle.hasEnded else { continue }
            found.append(node)
            rest += node.children.reversed()
        }
        return found
    }

    /// Carries out the initial steps, and listens to the stepper.
    func start() {
        let steps = source.stepper.initialSteps
        flow.lifecycle.start { [weak self] in steps.first.map { self?.accept($0) ?? true } ?? true }
        enqueue(steps.dropFirst(), from: source)
        listen(to: source)
    }

    /// Begins to listen to a stepper. This flow gets the steps before other flows that listen.
    private func listen(to source: StepSource<Step>) {
        guard !flow.lifecycle.hasEnded else { return }
        let (earlier, isHeard) = (source.observation, source.stepper.steps.isReceived)
        source.observation = source.stepper.steps.receive(for: source) { [weak self] source, emission in
            if let self { coordinator?.pass(emission, from: source, to: self) }
        }
        earlier?.cancel()
        if !isHeard { source.stepper.readyToEmitSteps() }
    }

    // MARK: Steps

    /// The name of this flow's steps in the error message about an endless chain.
    var nameOfSteps: String { "a step of \(type(of: flow))" }

    /// Queues the initial steps after the first one. They are dropped if the presentable is dismissed before.
    private func enqueue(_ steps: ArraySlice<Step>, from source: StepSource<Step>) {
        for step in steps {
            coordinator?.schedule(nameOfSteps) { [weak self, weak source] in
                if source != nil { self?.send(step) }
            }
        }
    }

    private func sendFromChild(_ step: Step) {
        coordinator?.scheduleForParent(nameOfSteps) { [weak self] in self?.send(step) }
    }

    /// Carries out a step as soon as the flow is ready, unless the step's deep link has been replaced.
    func send(_ step: Step, of link: DeepLink<Step>? = nil) {
        flow.lifecycle.navigate { [weak self] in self?.accept(step, of: link) ?? true }
    }

    /// Lets the flow decide about a step, and carries the step out, drops it, or delays it.
    ///
    /// - Returns: False if the step is delayed.
    private func accept(_ step: Step, of link: DeepLink<Step>? = nil) -> Bool {
        if let link, link.isReplaced { return true }
        switch flow.adapt(step: step) {
        case .carryOut(let step):
            carryOut(step)
        case .drop:
            break
        case .delay(let delayed):
            // The answer may exist already. It is queued, so that the lifecycle first enters `Delayed`.
            delayed.whenAnswered { [weak self] answer in
                guard let self else { return }
                coordinator?.schedule(nameOfSteps) { [weak self] in self?.resume(answer, of: link) }
            }
            return false
        }
        link?.advance()
        return true
    }

    private func resume(_ answer: StepDecision<Step>, of link: DeepLink<Step>?) {
        flow.lifecycle.resume { [weak self] in
            if let link, link.isReplaced { return }
            if case .carryOut(let step) = answer { self?.carryOut(step) }
            link?.advance()
        }
    }

    private func carryOut(_ step: Step) {
        guard let coordinator else { return }
        coordinator.willNavigate.notify(of: (flow, step))
        let answer = flow.navigate(to: step)
        coordinator.didNavigate.notify(of: (flow, step))
        for contributor in answer.contributors { add(contributor) }
    }

    // MARK: Contributors

    private func add(_ contributor: FlowContributors<Step>.Contributor) {
        switch contributor {
        case .screen(let presentable, let stepper, let policy): add(presentable, stepper, policy)
        case .flow(let flow, let stepper, let policy): add(flow, stepper, policy)
        case .forward(let step): coordinator?.enqueue(step, for: self)
        case .forwardToParent(let step): parent?.sendFromChild(step)
        case .end(let step):
            lastStep = step
            flow.lifecycle.end()
        }
    }

    private func add(_ presentable: any Presentable, _ stepper: any FlowStepper<Step>, _ policy: StepPolicy) {
        let presentation = presentable.presentation
        let hasBegun = (sources + [source]).contains {
            $0.presentation === presentation && $0.stepper.includes(stepper)
        }
        let earlier = sources.first { $0.presentation === presentation && $0.stepper === stepper }
        let screen = earlier ?? addSource(stepper, presentation)
        screen.policy = policy
        releaseSources()
        coordinator?.schedule(nameOfSteps) { [weak self, weak screen] in
            guard let self, let screen else { return }
            let steps = hasBegun ? [] : stepper.initialSteps
            if let step = steps.first { send(step) }
            enqueue(steps.dropFirst(), from: screen)
            listen(to: screen)
        }
    }

    private func addSource(_ stepper: any FlowStepper<Step>, _ presentation: Presentation) -> StepSource<Step> {
        let source = StepSource(stepper, of: presentation)
        source.whenOver { [weak self] in self?.releaseSources() }
        sources.append(source)
        return source
    }

    private func releaseSources() { sources.removeAll { $0.isOver } }

    private func add(_ flow: any Flow<Step>, _ stepper: any FlowStepper<Step>, _ policy: StepPolicy) {
        let child = FlowNode(flow, stepper, policy, parent: self, coordinator: coordinator) {
            [weak self] child, step in
            guard let self else { return }
            children.removeAll { $0 === child }
            if let step { sendFromChild(step) }
        }
        children.append(child)
        coordinator?.schedule("the start of \(type(of: flow))") { [weak child] in child?.start() }
    }

    // MARK: The end

    /// Ends the child flows and releases the sources, because the flow has ended. Then notifies the parent.
    private func finish() {
        guard let coordinator else { return tearDown() }
        let name = "the end of \(type(of: flow))"
        coordinator.batch(name) { [self] in
            tearDown()
            coordinator.scheduleForParent(name) { [self] in didEnd(self, lastStep) }
        }
    }

    private func tearDown() {
        sources = []
        for node in Self.all(in: children).reversed() { node.flow.lifecycle.end() }
    }
}

/// A stepper, and the presentation that decides whether its steps pass. The source exists while steps may pass.
final class StepSource<Step> {
    let stepper: any FlowStepper<Step>
    let presentation: Presentation
    var policy: StepPolicy
    /// The observation of the stepper; `nil` before the flow listens.
    var observation: ObservationToken?

    init(_ stepper: any FlowStepper<Step>, of presentation: Presentation, _ policy: StepPolicy = []) {
        self.stepper = stepper
        self.presentation = presentation
        self.policy = policy
    }

    /// True once the presentable is dismissed, unless the policy allows steps even then.
    var isOver: Bool { presentation.isDismissed && !policy.contains(.whenDismissed) }

    /// Calls `body` when the presentable is dismissed, unless the policy allows steps even then.
    func whenOver(_ body: @escaping () -> Void) {
        presentation.observe(for: self) { source, _, _ in
            if source.isOver { body() }
        }
    }
}
