import CheckoutFlow
import StateExploration
import StatePattern

extension CheckoutContrast {
    /// The flow without the data that does not concern its states: few enough to be drawn.
    ///
    /// `PaymentSuccess` and `PushSuccess` are left before a request returns. Here the transitions that follow from one
    /// request are shown one by one: while there is another one, nothing but that can happen.
    public static var overview: MachineModel<CheckoutVariant> {
        MachineModel(
            { StepwiseFlow() }, named: "class", requests: CheckoutVariant.drawn, perform: { $0.perform($1) },
            state: { $0.state }, trace: { $0.takeCalls() })
    }

    /// The name of a flow's state in the overview.
    public static func stateInOverview(of flow: any CheckoutLike) -> String {
        flow.deferredRequests.isEmpty ? "\(flow.phase)" : "\(flow.phase), deferred"
    }
}

/// A flow that shows each of its transitions, also those that follow from others.
private final class StepwiseFlow {
    private let flow = Checkout.Flow()
    /// Transitions of the flow's own that have been made and are still to be shown: their requests, where they start, and
    /// what modules do then.
    private var following: [(request: String, source: String, calls: [String])] = []
    /// The calls that modules have begun.
    private var calls: [String] = []
    private var latestTry = 0

    init() {
        flow.activate()
        flow.observe(for: self) { stepwise, flow, transition in
            let calls = stepwise.callsOfNewTry(of: flow)
            if ["preparePush()", "settle()"].contains(transition.request) {
                stepwise.following.append((transition.request, transition.source.path, calls))
            } else {
                stepwise.calls += calls
            }
        }
    }

    /// The call that a module makes when it observes a transition, as the modules do.
    private func callsOfNewTry(of flow: Checkout.Flow) -> [String] {
        guard let current = flow.currentTry, current.number != latestTry else { return [] }
        latestTry = current.number
        return [current.job.call]
    }

    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    var state: String { following.first?.source ?? CheckoutContrast.stateInOverview(of: flow) }

    func perform(_ request: CheckoutVariant) -> Outcome {
        guard let next = following.first else { return CheckoutContrast.perform(request, on: flow) }
        guard next.request == "\(request)()" else { return .unhandled }
        following.removeFirst()
        calls += next.calls
        return .transitioned
    }
}

extension Checkout.Flow.Job {
    /// The module that does the job, and what it calls.
    fileprivate var call: String {
        switch self {
        case .logIn: "LogIn: check the password"
        case .payment: "Payment: charge"
        case .void: "Payment: void"
        case .push: "Notification: push"
        }
    }
}
