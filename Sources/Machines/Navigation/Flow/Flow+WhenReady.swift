import StatePattern

extension Flow {
    /// Passes on the roots of other flows, each with its own type, when all of these flows have carried out their
    /// initial steps.
    ///
    /// Of several, the first one counts.
    ///
    /// A flow that shows others in tabs does so when they are ready, so that no tab is empty when it is first shown.
    ///
    /// - Parameters:
    ///   - flows: The flows with the roots that are needed. If one of them ends before it is ready, `body` is never
    ///     called.
    ///   - body: Called once, with the roots in the order of the flows.
    public func whenReady<each Other: Flow>(
        _ flows: repeat each Other, body: @escaping (repeat (each Other).Root) -> Void
    ) {
        let roots = (repeat (each flows).root)
        var lifecycles: [FlowLifecycle] = []
        for flow in repeat each flows { lifecycles.append(flow.lifecycle) }
        ReadyGate { body(repeat each roots) }.watch(lifecycles)
    }

    /// The same for flows of one type.
    public func whenReady<Other: Flow>(_ flows: [Other], body: @escaping (_ roots: [Other.Root]) -> Void) {
        let roots = flows.map(\.root)
        ReadyGate { body(roots) }.watch(flows.map(\.lifecycle))
    }
}

/// A gate that opens once, when all of some flows are ready, and never if one of them ends before.
///
/// The observations of the lifecycles keep it.
private final class ReadyGate {
    private var open: (() -> Void)?
    private var isReady: [Bool] = []

    init(open: @escaping () -> Void) { self.open = open }

    func watch(_ lifecycles: [FlowLifecycle]) {
        isReady = lifecycles.map(\.hasBeenReady)
        for (index, lifecycle) in lifecycles.enumerated() {
            lifecycle.observe { transition in
                if transition.target is FlowLifecycle.Ready { self.isReady[index] = true }
                self.check(hasEnded: transition.target is FlowLifecycle.Ended)
            }
        }
        check(hasEnded: lifecycles.contains { $0.hasEnded })
    }

    private func check(hasEnded: Bool) {
        guard hasEnded || isReady.allSatisfy({ $0 }) else { return }
        let open = open.take()
        if !hasEnded { open?() }
    }
}
