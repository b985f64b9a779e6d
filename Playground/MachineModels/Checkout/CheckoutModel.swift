import CheckoutFlow
import StateExploration
import StatePattern

/// The flow of a checkout as a system that can be explored, without its numbers and keys, which grow forever.
///
/// `PaymentSuccess` and `PushSuccess` are left before a request returns. Here, each transition that follows from a
/// request is one request of the model. Until they are all made, no other request is possible.
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

/// A flow that shows each of its transitions, also the automatic ones that follow a request.
private final class StepwiseFlow {
    private let flow = Checkout.Flow()
    /// Transitions that the flow has made by itself and the model has not shown yet: request, source, and calls of
    /// modules.
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

    /// The call that a module makes for a new try.
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
    /// The call of the module that does the job.
    fileprivate var call: String {
        switch self {
        case .logIn: "LogIn: check the password"
        case .payment: "Payment: charge"
        case .void: "Payment: void"
        case .push: "Notification: push"
        }
    }
}
