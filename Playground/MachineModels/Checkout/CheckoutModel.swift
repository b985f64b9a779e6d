import CheckoutFlow
import StateExploration
import StatePattern

/// A model of the checkout's flow for exploration. It leaves out numbers and keys, which grow forever.
///
/// The flow leaves `PaymentSuccess` and `PushSuccess` before a request returns. In the model, each such automatic
/// transition is a separate request. Until all of them are made, no other request is possible.
public enum CheckoutModel {
    /// The flow with the requests that a chart shows.
    public static var overview: MachineModel<CheckoutRequest> { model(of: CheckoutRequest.drawn) }
    /// The flow with every request, including late reports and facts about other purchases.
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
        if flow.receipt != nil, [.voiding, .voidFailed, .stable].contains(flow.phase) { words.append("paid") }
        if flow.refunded != nil { words.append("refunded") }
        return words.joined(separator: ", ")
    }

    /// Returns a closure that makes the keys 1, 2 and so on.
    public static func counter() -> () -> IdempotencyKey {
        var count = 0
        return {
            count += 1
            return IdempotencyKey("\(count)")
        }
    }
}

/// A flow that shows its transitions one by one, including the automatic transitions after a request.
private final class StepwiseFlow {
    private let flow = Checkout.Flow()
    /// The automatic transitions that the model has not shown yet, each with the modules' calls that it causes.
    private var following: [(request: String, source: String, calls: [String])] = []
    /// The calls that modules have begun and the model has not shown yet.
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

    /// The module's call for a new try; empty if the current try is not new.
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
    /// The call that a module makes to do the job.
    fileprivate var call: String {
        switch self {
        case .logIn: "LogIn: check the password"
        case .payment: "Payment: charge"
        case .void: "Payment: void"
        case .push: "Notification: push"
        }
    }
}
