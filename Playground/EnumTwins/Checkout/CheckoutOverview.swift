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
        flow.deferredRequests.isEmpty ? "\(flow.phase)" : "\(flow.phase), deferred"
    }
}

/// A flow that shows each of its transitions, also those that follow from others.
private final class StepwiseFlow {
    private let flow = Checkout.Flow()
    /// Transitions of the flow's own that have been made and are still to be shown: their requests and where they start.
    private var following: [(request: String, source: String)] = []

    init() {
        flow.activate()
        flow.observe(for: self) { stepwise, _, transition in
            guard ["preparePush()", "settle()"].contains(transition.request) else { return }
            stepwise.following.append((transition.request, transition.source.path))
        }
    }

    var state: String { following.first?.source ?? CheckoutContrast.stateInOverview(of: flow) }

    func perform(_ request: CheckoutVariant) -> Outcome {
        guard let next = following.first else { return CheckoutContrast.perform(request, on: flow) }
        guard next.request == "\(request)()" else { return .unhandled }
        following.removeFirst()
        return .transitioned
    }
}
