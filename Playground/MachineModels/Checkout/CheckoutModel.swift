import CheckoutFlow
import StateExploration
import StatePattern

/// The flow of a checkout as a system that can be explored, without its numbers and keys, which grow forever.
///
/// `PaymentSuccess` and `PushSuccess` are left before a request returns. Here the transitions that follow from one
/// request are shown one by one: while there is another one, nothing but that can happen.
public enum CheckoutModel {
    /// The flow with the requests that are drawn.
    public static var overview: MachineModel<CheckoutRequest> { model(of: CheckoutRequest.drawn) }
    /// The flow with every request, also late ones, and facts about other purchases.
    public static var machine: MachineModel<CheckoutRequest> { model(of: CheckoutRequest.allCases) }

    private static func model(of requests: [CheckoutRequest]) -> MachineModel<CheckoutRequest> {
        MachineModel(
            { StepwiseFlow() }, named: "class", requests: requests, perform: { $0.perform($1) },
            state: { $0.state }, trace: { $0.takeCalls() })
    }

    /// The model's name for the state of a flow.
    public static func state(of flow: Checkout.Flow) -> String {
        var words = ["\(flow.phase)"]
        if !flow.deferredRequests.isEmpty { words.append("deferred") }
        if flow.phase == .stable, flow.receipt != nil { words.append("paid") }
        return words.joined(separator: ", ")
    }

    /// Makes the keys 1, 2 and so on.
    public static func counter() -> () -> IdempotencyKey {
        var count = 0
        return {
            count += 1
            return IdempotencyKey("\(count)")
        }
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
                stepwise.following.append((transition.request, transition.source.statePath, calls))
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

    var state: String { following.first?.source ?? CheckoutModel.state(of: flow) }

    func perform(_ request: CheckoutRequest) -> Outcome {
        guard let next = following.first else { return request.perform(on: flow) }
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
