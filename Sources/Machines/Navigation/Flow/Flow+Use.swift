import StatePattern

/// The moment from which the roots of other flows can be used.
public enum FlowMoment: Sendable {
    /// At once: the flows have been made.
    case created
    /// The flows have carried out their initial steps, of several the first one. A later step may be delayed.
    case ready
}

extension Flow {
    /// Passes on the roots of other flows, each with its own type, when all of these flows have come so far.
    ///
    /// A flow that shows others in tabs does so when they are ready, so that no tab is empty when it is first shown.
    ///
    /// - Parameters:
    ///   - flows: The flows whose roots are needed.
    ///   - moment: The moment to wait for. If one of the flows ends before, `body` is never called.
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

    /// Passes on the roots of other flows of one type, when all of these flows have come so far.
    ///
    /// - Parameters:
    ///   - flows: The flows whose roots are needed.
    ///   - moment: The moment to wait for. If one of the flows ends before, `body` is never called.
    ///   - body: Called once, with the roots in the order of the flows.
    public func use<Other: Flow>(
        flows: [Other], when moment: FlowMoment, _ body: @escaping (_ roots: [Other.Root]) -> Void
    ) {
        let roots = flows.map(\.root)
        if moment == .created { return body(roots) }
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
