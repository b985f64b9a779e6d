import StatePattern

/// Passes steps to flows, and carries out the flows' answers.
///
/// One step is carried out at a time. A step that is emitted during another step is queued, and no step overtakes
/// another. A coordinator and its flows belong to one isolation domain: the main actor or any other actor. It has no
/// tasks and no locks. When it is freed, its flows are freed, too.
///
/// See ``Flow`` for an example.
public final class FlowCoordinator<Step> {
    /// The waiting work. Work that has been done since the queue was last empty is `nil`.
    private var queue: [Work?] = []
    /// The place of the current work in its chain of causes; 0 while no work is done.
    private var link = 0
    private var roots: [FlowNode<Step>] = []
    private var deepLink: DeepLink<Step>?
    let willNavigate = ObserverList<(flow: any Flow<Step>, step: Step)>()
    let didNavigate = ObserverList<(flow: any Flow<Step>, step: Step)>()

    public init() {}

    /// Coordinates a flow without a parent, beginning with a step. Further steps come from `stepper`.
    ///
    /// See ``coordinate(_:stepper:allowing:completion:)``.
    public func coordinate(
        _ flow: any Flow<Step>, startingAt step: Step, stepper: (any FlowStepper<Step>)? = nil,
        allowing policy: StepPolicy = [], completion: @escaping (Step?) -> Void = { _ in }
    ) {
        coordinate(
            flow, stepper: CompositeStepper(startingAt: step, stepper), allowing: policy, completion: completion)
    }

    /// Coordinates a flow without a parent, such as the flow of the whole app.
    ///
    /// - Precondition: No coordinator has coordinated this flow before.
    /// - Parameters:
    ///   - flow: The flow. Its steps pass even while its root is not visible.
    ///   - stepper: The source of the flow's steps, beginning with the initial step.
    ///   - policy: ``StepPolicy/whenDismissed`` if the flow should continue when its root is dismissed.
    ///   - completion: Called once when the flow has ended, with the step that it forwards to its parent. Not called if
    ///     the coordinator is freed first.
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
    /// 1. Each step goes to the latest flow that accepts it (``Flow/accepts(step:)``).
    /// 2. If no flow accepts a step, the rest of the link waits until a flow does.
    /// 3. If the flow is not ready yet, it carries out the step as soon as it is ready.
    /// 4. There is one deep link at a time. A new link replaces a waiting link, even if a flow has got a step of the
    ///    old link and has not carried it out yet.
    /// 5. A link of more than 10,000 steps is refused, and replaces no other link.
    ///
    /// - Returns: False if the link is refused.
    @discardableResult public func navigate(to steps: [Step]) -> Bool {
        guard steps.count <= Self.limit else { return false }
        schedule("a deep link") { [self] in
            deepLink?.isReplaced = true
            deepLink = DeepLink(steps, from: link)
        }
        return true
    }

    /// The steps of a deep link that have not been carried out yet.
    public var waitingSteps: [Step] { deepLink.map { Array($0.steps) } ?? [] }

    /// All flows that have not ended. Each flow comes before its children.
    public var flows: [any Flow<Step>] { FlowNode.all(in: roots).map(\.flow) }

    /// Calls `body` before a flow is asked to carry out a step.
    ///
    /// - Returns: A token that ends the observation; you can ignore it.
    @discardableResult
    public func onWillNavigate(_ body: @escaping (_ flow: any Flow<Step>, _ step: Step) -> Void) -> ObservationToken {
        willNavigate.add(for: self) { body($1.flow, $1.step) }
    }

    /// Calls `body` when a flow has answered a step, before the answer is carried out.
    ///
    /// - Returns: A token that ends the observation; you can ignore it.
    @discardableResult
    public func onDidNavigate(_ body: @escaping (_ flow: any Flow<Step>, _ step: Step) -> Void) -> ObservationToken {
        didNavigate.add(for: self) { body($1.flow, $1.step) }
    }

    // MARK: The queue

    /// Waiting work, with a name for error messages, and its place in the chain of works that caused one another.
    private struct Work {
        let name: String
        let link: Int
        let body: () -> Void
    }

    /// The greatest length of a chain of works, and the greatest number of steps in a deep link.
    private static var limit: Int { 10_000 }

    /// Queues an emitted step when the visibility of its presentable allows: now, later or never.
    ///
    /// The step may dismiss the presentable. So it is carried out only after the presentation has answered.
    func pass(_ emission: Emission<Step>, from source: StepSource<Step>, to node: FlowNode<Step>) {
        batch(node.nameOfSteps) {
            source.presentation.emit(source.policy) { [weak self, weak node] in
                guard let self, let node, !node.flow.lifecycle.hasEnded, emission.take(by: self) else { return }
                enqueue(emission.step, for: node)
            }
        }
    }

    /// Queues a step for a flow.
    func enqueue(_ step: Step, for node: FlowNode<Step>) {
        schedule(node.nameOfSteps) { [weak node] in node?.send(step) }
    }

    /// Queues a parent's work that its child has caused. That does not lengthen the chain, because parents are finite.
    func scheduleForParent(_ name: String, _ work: @escaping () -> Void) { schedule(name, after: link - 1, work) }

    /// Does some work at once. Everything that the work queues is done afterwards.
    func batch(_ name: String, _ work: @escaping () -> Void) {
        if link > 0 { work() } else { schedule(name, work) }
    }

    /// Queues some work, and does it at once if no other work is being done.
    ///
    /// Whenever the queue is empty, the deep link continues. `cause` is the place in the chain of the work that has
    /// caused this work; by default, the place of the current work.
    func schedule(_ name: String, after cause: Int? = nil, _ work: @escaping () -> Void) {
        let cause = cause ?? link
        guard cause < Self.limit else {
            fatalError("More than \(Self.limit) steps lead to one another; the last one was \(name).")
        }
        queue.append(Work(name: name, link: cause + 1, body: work))
        guard link == 0 else { return }
        var next = 0
        while next < queue.count, let work = queue[next].take() {
            next += 1
            link = work.link
            work.body()
            if next == queue.count { followDeepLink() }
        }
        queue = []
        link = 0
    }

    /// Sends the next step of the deep link to the latest flow that accepts it. If no flow does, the link waits.
    private func followDeepLink() {
        guard let deepLink, !deepLink.isUnderWay else { return }
        guard let step = deepLink.steps.first else { return self.deepLink = nil }
        guard let active = FlowNode.all(in: roots).last(where: { $0.flow.accepts(step: step) }) else { return }
        // The earlier steps of a link are not the cause of this step, so even a long link makes no long chain.
        schedule("a deep link", after: deepLink.link) { deepLink.send(to: active) }
    }
}

/// The steps of a deep link. Each step waits for a flow that accepts it.
final class DeepLink<Step> {
    private(set) var steps: ArraySlice<Step>
    /// The place in the chain of the work that opened the link.
    let link: Int
    /// The flow that has got the first remaining step, and has not carried it out yet.
    private weak var receiver: FlowNode<Step>?
    /// True once another link has replaced this link. From then on, the steps of this link are dropped.
    var isReplaced = false

    init(_ steps: [Step], from link: Int) {
        self.steps = steps[...]
        self.link = link
    }

    /// True while a flow has the first remaining step.
    ///
    /// If the flow ends before it has carried out the step, the link looks for another flow.
    var isUnderWay: Bool { receiver.map { !$0.flow.lifecycle.hasEnded } ?? false }

    func send(to flow: FlowNode<Step>) {
        guard let step = steps.first else { return }
        receiver = flow
        flow.send(step, of: self)
    }

    /// Continues with the next step, because the first step was carried out or dropped.
    func advance() {
        steps = steps.dropFirst()
        receiver = nil
    }
}
