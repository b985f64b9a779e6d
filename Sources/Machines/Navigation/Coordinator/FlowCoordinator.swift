import StatePattern

/// Carries steps to flows, and carries out the answers of the flows.
///
/// One step is carried out at a time: a step that is emitted while another one is carried out is queued, and none overtakes
/// another one. A coordinator belongs to one isolation domain, the main actor or any other actor, together with its
/// flows; it needs no tasks and keeps no locks. When it is freed, so are the flows.
///
/// See ``Flow`` for an example.
public final class FlowCoordinator<Step> {
    private let queue = StepQueue()
    private var roots: [FlowNode<Step>] = []
    private var deepLink: DeepLink<Step>?
    private let willNavigate = ObserverList<(flow: any Flow<Step>, step: Step)>()
    private let didNavigate = ObserverList<(flow: any Flow<Step>, step: Step)>()

    public init() {}

    /// Coordinates a flow that has no parent, from its initial step on; further steps come from `stepper`.
    ///
    /// See ``coordinate(_:stepper:allowing:completion:)``.
    public func coordinate(
        _ flow: any Flow<Step>, startingAt step: Step, stepper: (any FlowStepper<Step>)? = nil,
        allowing policy: StepPolicy = [], completion: @escaping (Step?) -> Void = { _ in }
    ) {
        coordinate(
            flow, stepper: CompositeStepper(startingAt: step, stepper), allowing: policy, completion: completion)
    }

    /// Coordinates a flow that has no parent, such as that of the whole app.
    ///
    /// - Precondition: No coordinator has coordinated this flow before.
    /// - Parameters:
    ///   - flow: The flow. Its steps pass although its root is not visible.
    ///   - stepper: The source of its steps, beginning with the initial one.
    ///   - policy: ``StepPolicy/whenDismissed`` if the flow goes on when its root is dismissed.
    ///   - completion: Called once, when the flow has ended, with the step that it forwards; never, when the coordinator
    ///     is freed before.
    public func coordinate(
        _ flow: any Flow<Step>, stepper: any FlowStepper<Step>, allowing policy: StepPolicy = [],
        completion: @escaping (Step?) -> Void = { _ in }
    ) {
        schedule("the start of \(type(of: flow))") { [self] in
            let root = FlowNode(
                flow, stepper, policy.union(.whenNotPresented), parent: nil, coordinator: self
            ) { [weak self] root, step in
                self?.roots.removeAll { $0 === root }
                completion(step)
            }
            roots.append(root)
            root.start()
        }
    }

    /// Carries out the steps of a deep link, one after the other.
    ///
    /// 1. Each step goes to a flow that accepts it (``Flow/accepts(step:)``); of several, to the latest one.
    /// 2. When no flow accepts it, the rest of the link waits for one that does.
    /// 3. When the flow is not ready yet, the step is carried out as soon as it is.
    /// 4. There is one deep link at a time: a new one takes the place of one that still waits, even of one whose step a
    ///    flow has got and not carried out yet.
    public func navigate(to steps: [Step]) {
        schedule("a deep link") { [self] in
            deepLink?.isReplaced = true
            deepLink = DeepLink(steps)
        }
    }

    /// The steps of a deep link that have not been carried out yet.
    public var waitingSteps: [Step] { deepLink.map { Array($0.steps) } ?? [] }

    /// All flows that have not ended, each one before its children.
    public var flows: [any Flow<Step>] { roots.flatMap(\.subtree).map(\.flow) }

    /// Calls `body` before a flow is asked to carry out a step.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    @discardableResult
    public func onWillNavigate(_ body: @escaping (_ flow: any Flow<Step>, _ step: Step) -> Void) -> ObservationToken {
        willNavigate.add(for: self) { body($1.flow, $1.step) }
    }

    /// Calls `body` when a flow has answered a step, and before anything that follows from it.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    @discardableResult
    public func onDidNavigate(_ body: @escaping (_ flow: any Flow<Step>, _ step: Step) -> Void) -> ObservationToken {
        didNavigate.add(for: self) { body($1.flow, $1.step) }
    }

    // MARK: For the flows

    /// Does some work, at once if the coordinator is at rest; whenever it comes to rest, the deep link goes on.
    func schedule(_ name: String, _ work: @escaping () -> Void) {
        queue.add(name) { [self] in
            work()
            if queue.isLast { followDeepLink() }
        }
    }

    /// Does some work at once; everything that it schedules is done afterwards.
    func batch(_ name: String, _ work: @escaping () -> Void) {
        if queue.isBusy { work() } else { schedule(name, work) }
    }

    func navigate(_ flow: any Flow<Step>, to step: Step) -> FlowContributors<Step> {
        willNavigate.notify(of: (flow, step))
        defer { didNavigate.notify(of: (flow, step)) }
        return flow.navigate(to: step)
    }

    /// Sends the next step of the deep link to the flow that accepts it, if there is one.
    private func followDeepLink() {
        guard let deepLink, !deepLink.isUnderWay else { return }
        guard let step = deepLink.steps.first else { return self.deepLink = nil }
        guard let active = roots.flatMap(\.subtree).last(where: { $0.flow.accepts(step: step) }) else { return }
        schedule("a deep link") { deepLink.send(to: active) }
    }
}
