import StatePattern

extension Flow {
    /// Calls `body` with the roots of other flows, of any types, when each flow has carried out its first initial step.
    ///
    /// Use it in a flow that shows other flows in tabs, so that no tab is empty at first.
    ///
    /// - Parameters:
    ///   - flows: The flows. If one of them ends before it is ready, `body` is never called.
    ///   - body: Called once, with the roots in the order of the flows.
    public func whenReady<each Other: Flow>(
        _ flows: repeat each Other, body: @escaping (repeat (each Other).Root) -> Void
    ) {
        let roots = (repeat (each flows).root)
        var lifecycles: [FlowLifecycle] = []
        for flow in repeat each flows { lifecycles.append(flow.lifecycle) }
        ReadyGate { body(repeat each roots) }.watch(lifecycles)
    }

    /// Calls `body` with the roots of other flows of one type, when each flow has carried out its first initial step.
    public func whenReady<Other: Flow>(_ flows: [Other], body: @escaping (_ roots: [Other.Root]) -> Void) {
        let roots = flows.map(\.root)
        ReadyGate { body(roots) }.watch(flows.map(\.lifecycle))
    }
}

/// A gate that opens once, when all its flows are ready. If a flow ends before it is ready, the gate never opens.
///
/// The observations of the flows' lifecycles retain the gate.
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
