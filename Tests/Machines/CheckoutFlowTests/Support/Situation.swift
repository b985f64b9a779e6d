import CheckoutFlow
import MachineModels
import StateExploration
import StatePattern
import TestSupport

extension Checkout.Flow {
    /// Makes one of the requests; those that only the flow makes are unhandled.
    @discardableResult func make(_ request: String) -> Outcome {
        if ["preparePush", "settle"].contains(request) { return .unhandled }
        return Self.requests.make(request, of: self) { Checkout.Flow() } ?? .unhandled
    }
}

/// The states of a flow in its model.
enum Situation: String, CaseIterable {
    case beforeLogIn = "BeforeLogIn/Idle"
    case loggingIn = "BeforeLogIn/LoggingIn"
    case logInFailed = "BeforeLogIn/LogInFailed"
    case afterLogIn = "AfterLogIn"
    case paying = "BeforePayment/Paying"
    case challenged = "BeforePayment/Challenged"
    case paymentFailed = "BeforePayment/PaymentFailed"
    case paymentUnknown = "BeforePayment/PaymentUnknown"
    case voiding = "BeforeVoid/Voiding"
    case voidFailed = "BeforeVoid/VoidFailed"
    // A charge was reported, which the service may have missed when it voided the purchase.
    case voidingPaid = "BeforeVoid/Voiding, paid"
    case voidFailedPaid = "BeforeVoid/VoidFailed, paid"
    // Another purchase waits.
    case voidingBefore = "BeforeVoid/Voiding, deferred"
    case voidFailedBefore = "BeforeVoid/VoidFailed, deferred"
    case voidingPaidBefore = "BeforeVoid/Voiding, deferred, paid"
    case voidFailedPaidBefore = "BeforeVoid/VoidFailed, deferred, paid"
    case paymentSuccess = "PaymentSuccess"
    case pushing = "BeforePush/Pushing"
    case pushFailed = "BeforePush/PushFailed"
    case pushSuccess = "PushSuccess"
    case stable = "Stable"
    case stablePaid = "Stable, paid"
    case stableRefunded = "Stable, refunded"

    private static let graph = try! Checkout.Flow.model.explore()

    /// The situations in which a flow can rest: the others are left at once.
    static let resting = allCases.filter { $0 != .paymentSuccess && $0 != .pushSuccess }

    /// Leads a flow before log-in to this situation.
    @discardableResult func reach(
        with flow: Checkout.Flow = Checkout.Flow(makeKey: IdempotencyKey.counter())
    ) -> Checkout.Flow {
        flow.activate()
        for request in Situation.graph.path(to: self) { flow.make(request) }
        return flow
    }
}
