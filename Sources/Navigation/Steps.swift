import StatePattern

/// The outlet of a stepper: whatever is emitted here reaches the flow that the stepper was contributed to.
///
/// What is emitted before anybody listens is kept and handed over then. When those who listened are gone, it is lost.
public final class Steps<Step> {
    private let receivers = Observers<Step>()
    /// What has been emitted so far; `nil` once somebody has listened.
    private var early: [Step]? = []

    public init() {}

    /// Emits a step. It is carried out before this returns, unless something else is under way or it has to wait.
    public func emit(_ step: Step) {
        if early == nil { receivers.tell(step) } else { early?.append(step) }
    }

    /// Calls `body` with each step, as long as there is an `owner`, which it is handed.
    @discardableResult
    func receive<Owner: AnyObject>(for owner: Owner, _ body: @escaping (Owner, Step) -> Void) -> ObservationToken {
        defer { for step in early.take() ?? [] { body(owner, step) } }
        return receivers.add(for: owner, body)
    }
}
