import StatePattern

/// The queue of a coordinator: one piece of work at a time, in the order in which it was added.
///
/// Its states do not matter, and so there is one. What matters is <doc:/StatePattern/Rules#6.-Run-to-completion>: work
/// that is added by other work is queued until that is done, and work without end is a programmer's error.
final class StepQueue: Context<StepQueue.State> {
    /// The number of pieces that have been added and are not done, including the one that is being done.
    private var pending = 0

    init() { super.init(initial: State()) }

    var isBusy: Bool { pending > 0 }

    /// True while the last piece of work is being done, and has added none yet.
    var isLast: Bool { pending == 1 }

    /// Does some work, at once if no other work is being done.
    ///
    /// - Parameters:
    ///   - name: The name that a trap gives work without end.
    ///   - work: The work.
    func add(_ name: String, _ work: @escaping () -> Void) {
        pending += 1
        delegate(work, request: name) { $0.run($1, $2) }
    }

    final class State: ContextState {
        func didEnter(_ queue: StepQueue) {}
        func willExit(_ queue: StepQueue) {}

        func run(_ queue: StepQueue, _ work: () -> Void) -> Reaction<State> {
            work()
            queue.pending -= 1
            return .handled
        }
    }
}
