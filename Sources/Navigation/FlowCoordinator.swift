import StatePattern

/// Carries steps to flows, and sees to what the flows answer.
///
/// One step is carried out at a time: what is emitted meanwhile waits for its turn, and none overtakes another one.
/// A coordinator belongs to one isolation domain, the main actor or any other actor, together with its flows; it needs
/// no tasks and keeps no locks. When it is dropped, so are the flows.
///
/// See ``Flow`` for an example.
public final class FlowCoordinator<Step> {
    private var roots: [ActiveFlow<Step>] = []
    private var deepLink: DeepLink<Step>?
    private let willNavigate = Observers<(flow: any Flow<Step>, step: Step)>()
    private let didNavigate = Observers<(flow: any Flow<Step>, step: Step)>()

    private var turns: [() -> Void] = []
    private var isBusy = false

    public init() {}

    /// Takes on a flow that has no parent, such as that of the whole app.
    ///
    /// - Precondition: No coordinator has taken on this flow before.
    /// - Parameters:
    ///   - flow: The flow; its root need not be visible for it to have steps.
    ///   - stepper: Where its steps come from, beginning with the initial one.
    ///   - allowStepWhenDismissed: Whether the flow goes on when its root is dismissed.
    ///   - completion: Called once, when the flow has ended, with the step that it forwards to whoever coordinates it;
    ///     never, when the coordinator is dropped before.
    public func coordinate(
        _ flow: any Flow<Step>, with stepper: any FlowStepper<Step>, allowStepWhenDismissed: Bool = false,
        completion: @escaping (Step?) -> Void = { _ in }
    ) {
        let allowance = Presentation.Allowance(whenNotPresented: true, whenDismissed: allowStepWhenDismissed)
        schedule { [self] in
            let root = ActiveFlow(flow, stepper, allowance, parent: nil, coordinator: self) { [weak self] root, step in
                self?.roots.removeAll { $0 === root }
                completion(step)
            }
            roots.append(root)
            root.start()
        }
    }

    /// Carries out the steps of a deep link, one after the other.
    ///
    /// Each step goes to a flow that accepts it (``Flow/accepts(step:)``), and of several to the one that was taken on
    /// last. When none does, the rest of the link waits for such a flow. When the flow is not ready yet, it is
    /// carried out as soon as it is.
    ///
    /// There is one deep link at a time: a new one takes the place of one that still waits, even for a flow that it has
    /// got to, as nobody follows an old link after a new one.
    public func navigate(to steps: [Step]) {
        schedule { [self] in
            deepLink?.isReplaced = true
            deepLink = DeepLink(steps)
        }
    }

    /// The steps of a deep link that have not been carried out yet.
    public var waitingSteps: [Step] { deepLink.map { Array($0.steps) } ?? [] }

    /// All flows that have not ended, each one before its children.
    public var flows: [any Flow<Step>] { roots.flatMap(\.family).map(\.flow) }

    /// Calls `body` before a flow is asked to carry out a step.
    @discardableResult
    public func observe(willNavigate body: @escaping (_ flow: any Flow<Step>, _ step: Step) -> Void) -> ObservationToken
    {
        willNavigate.add(for: self) { body($1.flow, $1.step) }
    }

    /// Calls `body` when a flow has answered a step, and before anything that follows from it.
    @discardableResult
    public func observe(didNavigate body: @escaping (_ flow: any Flow<Step>, _ step: Step) -> Void) -> ObservationToken
    {
        didNavigate.add(for: self) { body($1.flow, $1.step) }
    }

    // MARK: For the flows

    /// Lets `turn` have its turn, at once if nothing is under way.
    func schedule(_ turn: @escaping () -> Void) {
        turns.append(turn)
        guard !isBusy else { return }
        isBusy = true
        var count = 0
        while !turns.isEmpty {
            count += 1
            if count > 10_000 { fatalError("More than 10,000 steps follow from one; there may be no end to them.") }
            turns.removeFirst()()
            if turns.isEmpty { followDeepLink() }
        }
        isBusy = false
    }

    /// Does something at once, and has everything that it schedules wait until it is done.
    func inOneTurn(_ body: @escaping () -> Void) {
        if isBusy { body() } else { schedule(body) }
    }

    func navigate(_ flow: any Flow<Step>, to step: Step) -> FlowContributors<Step> {
        willNavigate.tell((flow, step))
        defer { didNavigate.tell((flow, step)) }
        return flow.navigate(to: step)
    }

    /// Sends the next step of the deep link to the flow that it is meant for, if there is one.
    private func followDeepLink() {
        guard let deepLink, !deepLink.isUnderWay else { return }
        guard let step = deepLink.steps.first else { return self.deepLink = nil }
        guard let flow = roots.flatMap(\.family).last(where: { $0.flow.accepts(step: step) }) else { return }
        schedule { deepLink.send(to: flow) }
    }
}
