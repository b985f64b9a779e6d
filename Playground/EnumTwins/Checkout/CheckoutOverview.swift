import CheckoutFlow
import StateExploration
import StatePattern

extension CheckoutContrast {
    /// The flow without the data that does not concern its states: few enough to be drawn.
    ///
    /// `PaymentSuccess` and `PushSuccess` are left before a request returns. Here the transitions that follow from one
    /// request are shown one by one: as long as there is another one, nothing but that can happen.
    public static var overview: MachineModel<CheckoutVariant> {
        MachineModel(
            { StepwiseFlow() }, named: "class", requests: CheckoutVariant.drawn, perform: { $0.perform($1) },
            state: { $0.state })
    }

    /// The name of a flow's state in the overview.
    public static func stateInOverview(of flow: any CheckoutLike) -> String {
        switch flow.progress {
        case .underWay where flow.latestPurchase == nil: "\(flow.phase), logging in"
        case .failed where flow.latestPurchase != nil: "\(flow.phase), failed"
        case .idle, .underWay, .failed: "\(flow.phase)"
        }
    }
}

/// A flow that shows each of its transitions, also those that follow from others.
private final class StepwiseFlow {
    private let flow = Checkout.Flow()
    /// Transitions that have been made and are still to be shown: their requests and where they start.
    private var following: [(request: String, source: String)] = []

    init() {
        flow.activate()
        flow.observe(for: self) { $0.following.append(($2.request, $2.source.path)) }
    }

    var state: String { following.first?.source ?? CheckoutContrast.stateInOverview(of: flow) }

    func perform(_ request: CheckoutVariant) -> Outcome {
        guard let next = following.first else {
            let outcome = CheckoutContrast.perform(request, on: flow)
            if outcome == .transitioned { following.removeFirst() }
            return outcome
        }
        guard next.request == "\(request)()" else { return .unhandled }
        following.removeFirst()
        return .transitioned
    }
}
