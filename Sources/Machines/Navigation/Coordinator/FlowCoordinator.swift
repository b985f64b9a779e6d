import StatePattern

/// Carries steps to flows, and carries out the answers of the flows.
///
/// One step is carried out at a time: a step that is emitted while another one is carried out is queued, and none overtakes
/// another one. A coordinator belongs to one isolation domain, the main actor or any other actor, together with its
/// flows; it needs no tasks and keeps no locks. When it is freed, so are the flows.
///
/// See ``Flow`` for an example.
public final class FlowCoordinator<Step> {
    /// The work that is waiting, and what has been done since the coordinator was at rest; `nil` in its place.
    private var queue: [Work?] = []
    /// The place in the chain of the work that is being done; 0 at rest.
    private var link = 0
    private var roots: [FlowNode<Step>] = []
    private var deepLink: DeepLink<Step>?
    let willNavigate = ObserverList<(flow: any Flow<Step>, step: Step)>()
    let didNavigate = ObserverList<(flow: any Flow<Step>, step: Step)>()

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
    ///   - policy: ``StepPolicy/whenDismissed`` if the flow continues when its root is dismissed.
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
    /// 4. There is one deep link at a time. A new one replaces one that still waits, even if a flow has its step and
    ///    has not carried it out yet.
    /// 5. A link of more than 10,000 steps is refused, and replaces none.
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

    /// All flows that have not ended, each one before its children.
    public var flows: [any Flow<Step>] { FlowNode.all(in: roots).map(\.flow) }

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

    // MARK: The queue

    /// Work that is waiting, with its name, and its place in the chain of works that have led to one another.
    private struct Work {
        let name: String
        let link: Int
        let body: () -> Void
    }

    /// The greatest length of a chain of works, and of a deep link.
    private static var limit: Int { 10_000 }

    /// Queues a step of a stepper when the visibility of its presentable lets it pass: now, later or never.
    ///
    /// What follows from the step may dismiss the presentable, so it waits until that has answered.
    func pass(_ emission: Emission<Step>, from source: StepSource<Step>, to node: FlowNode<Step>) {
        batch(node.nameOfSteps) {
            source.presentation.emit(source.policy) { [weak self, weak node] in
                guard let self, let node, !node.flow.lifecycle.hasEnded, emission.take(by: self) else { return }
                enqueue(emission.step, for: node)
            }
        }
    }

    /// Sends a step to a flow behind all others that are queued.
    func enqueue(_ step: Step, for node: FlowNode<Step>) {
        schedule(node.nameOfSteps) { [weak node] in node?.send(step) }
    }

    /// Does work of a parent that its child leads to. It does not lengthen the chain, because the way up has an end.
    func scheduleForParent(_ name: String, _ work: @escaping () -> Void) { schedule(name, after: link - 1, work) }

    /// Does some work at once; everything that it schedules is done afterwards.
    func batch(_ name: String, _ work: @escaping () -> Void) {
        if link > 0 { work() } else { schedule(name, work) }
    }

    /// Does some work after all that is queued, and at once if nothing is.
    ///
    /// Whenever the queue is empty, the deep link continues. `cause` is the place in the chain of the work that leads to
    /// this; by default, of the work that is being done.
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

    /// Sends the next step of the deep link to the flow that accepts it, if there is one.
    private func followDeepLink() {
        guard let deepLink, !deepLink.isUnderWay else { return }
        guard let step = deepLink.steps.first else { return self.deepLink = nil }
        guard let active = FlowNode.all(in: roots).last(where: { $0.flow.accepts(step: step) }) else { return }
        // The steps before it do not lead to it, so a long link makes no long chain.
        schedule("a deep link", after: deepLink.link) { deepLink.send(to: active) }
    }
}

/// The steps of a deep link, each of which waits for a flow that accepts it.
final class DeepLink<Step> {
    private(set) var steps: ArraySlice<Step>
    /// The place in the chain of the work that began the link.
    let link: Int
    /// The flow that has got the first of the steps and has not carried it out yet.
    private weak var receiver: FlowNode<Step>?
    /// Set by the coordinator when another link replaces this one. The steps of this one are dropped from then on.
    var isReplaced = false

    init(_ steps: [Step], from link: Int) {
        self.steps = steps[...]
        self.link = link
    }

    /// True while a flow has the first step; when that flow ends before it has carried the step out, the link looks for
    /// another one.
    var isUnderWay: Bool { receiver.map { !$0.flow.lifecycle.hasEnded } ?? false }

    func send(to flow: FlowNode<Step>) {
        guard let step = steps.first else { return }
        receiver = flow
        flow.send(step, of: self)
    }

    /// Continues with the next step, because the first one has been carried out or dropped.
    func advance() {
        steps = steps.dropFirst()
        receiver = nil
    }
}
