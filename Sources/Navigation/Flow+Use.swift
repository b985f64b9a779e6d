import StatePattern

/// What to wait for before the roots of other flows are used.
public enum FlowMoment: Sendable {
    /// Nothing: the flows have been made.
    case created
    /// The flows have carried out their initial steps, of several the first one; a later step may be delayed meanwhile.
    case ready
}

extension Flow {
    /// Hands over the roots of other flows, each with its own type, when all these flows have got so far.
    ///
    /// A flow that shows others in tabs does so when they are ready, so that nobody sees an empty tab.
    ///
    /// - Parameters:
    ///   - flows: The flows whose roots are needed.
    ///   - moment: What to wait for. If one of the flows ends before, `body` is never called.
    ///   - body: Called once, with the roots in the order of the flows.
    public func use<each Other: Flow>(
        flows: repeat each Other, when moment: FlowMoment, _ body: @escaping (repeat (each Other).Root) -> Void
    ) {
        let roots = (repeat (each flows).root)
        if moment == .created { return body(repeat each roots) }
        var lifecycles: [FlowLifecycle] = []
        for flow in repeat each flows { lifecycles.append(flow.lifecycle) }
        ReadyGate { body(repeat each roots) }.watch(lifecycles)
    }
}

/// Opens once, when all of some flows are ready, and never if one of them ends before. Their lifecycles keep it.
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
