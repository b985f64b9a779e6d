import StatePattern

/// The outlet of a stepper. A step that is emitted here reaches the flow to which the stepper was contributed.
///
/// A stepper may be contributed several times: for several screens, in several flows, in several composites. Each
/// coordinator carries out each step once, in the flow of the latest contribution that lets the step pass.
///
/// A step that is emitted before any flow listens is buffered for the first flow that listens. Once all flows that have
/// listened are gone, steps are dropped.
public final class Steps<Step> {
    private let receivers = ObserverList<Emission<Step>>()
    /// The steps that were emitted before anything listened; `nil` once the first receiver has got them.
    private var buffered: [Emission<Step>]? = []

    public init() {}

    /// Emits a step. It is carried out before this returns, unless it must wait or another step is being carried out.
    public func emit(_ step: Step) { pass(on: Emission(step)) }

    /// Emits a step that comes from another outlet.
    func pass(on emission: Emission<Step>) {
        if buffered == nil { receivers.notify(of: emission, latestFirst: true) } else { buffered?.append(emission) }
    }

    /// Emits the elements of a sequence until the sequence ends or fails, or the task is cancelled.
    ///
    /// This runs in the isolation domain of its caller, as in `Task { await steps.emit(contentsOf: notices) }` on the
    /// main actor.
    nonisolated(nonsending)
        public func emit<Source: AsyncSequence>(contentsOf source: Source) async throws(Source.Failure)
    where Source.Element == Step {
        for try await step in source { emit(step) }
    }

    /// Emits the steps that follow from the transitions of a machine, while this object and the machine live.
    ///
    /// - Parameters:
    ///   - machine: The machine, in the same isolation domain.
    ///   - step: Returns the step that follows from a transition; `nil` for no step.
    /// - Returns: A token that ends the observation early; you can ignore it.
    @discardableResult public func emit<S: ContextState>(
        following machine: Context<S>, _ step: @escaping (Context<S>.Transition) -> Step?
    ) -> ObservationToken where S.Family == S {
        machine.observe(for: self) { steps, _, transition in
            if let step = step(transition) { steps.emit(step) }
        }
    }

    /// True while any flow or composite receives the steps.
    var isReceived: Bool { !receivers.isEmpty }

    /// Calls `body` with `owner` and each step, while `owner` lives. The latest owner gets a step first.
    func receive<Owner: AnyObject>(
        for owner: Owner, _ body: @escaping (Owner, Emission<Step>) -> Void
    ) -> ObservationToken {
        defer { for step in buffered.take() ?? [] { body(owner, step) } }
        return receivers.add(for: owner, body)
    }
}

/// An emitted step. A coordinator may get the step in several ways, but takes it only once.
final class Emission<Step> {
    let step: Step
    private var takers: Set<ObjectIdentifier> = []

    init(_ step: Step) { self.step = step }

    /// Returns true if `taker` has not taken the step before.
    func take(by taker: AnyObject) -> Bool { takers.insert(ObjectIdentifier(taker)).inserted }
}

/// The observers of an object that is not a context, in the order in which they were added.
///
/// A context uses another list, which moves closures so that a notification allocates no memory. Steps are rare, so
/// this list can be simple.
final class ObserverList<Value> {
    private final class Observer: ObservationToken {
        private(set) var body: ((Value) -> Void)?
        private weak var owner: AnyObject?

        init(owner: AnyObject, _ body: @escaping (Value) -> Void) {
            self.owner = owner
            self.body = body
        }

        var isOver: Bool { body == nil || owner == nil }

        override func cancel() { body = nil }
    }

    private var observers: [Observer] = []

    /// Calls `body` with `owner` and each value, while `owner` lives.
    func add<Owner: AnyObject>(for owner: Owner, _ body: @escaping (Owner, Value) -> Void) -> ObservationToken {
        observers.removeAll { $0.isOver }
        let observer = Observer(owner: owner) { [weak owner] value in
            if let owner { body(owner, value) }
        }
        observers.append(observer)
        return observer
    }

    var isEmpty: Bool { observers.allSatisfy(\.isOver) }

    func notify(of value: Value, latestFirst: Bool = false) {
        for observer in latestFirst ? observers.reversed() : observers { observer.body?(value) }
    }
}
