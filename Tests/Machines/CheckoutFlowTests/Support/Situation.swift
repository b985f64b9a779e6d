import CheckoutFlow
import MachineModels
import StatePattern

/// A state of a flow as its model names it, and the requests that lead there.
enum Situation: String, CaseIterable, Sendable {
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
    /// Another purchase waits.
    case voidingBefore = "BeforeVoid/Voiding, deferred"
    case voidFailedBefore = "BeforeVoid/VoidFailed, deferred"
    case paymentSuccess = "PaymentSuccess"
    case pushing = "BeforePush/Pushing"
    case pushFailed = "BeforePush/PushFailed"
    case pushSuccess = "PushSuccess"
    /// The purchase was canceled.
    case stable = "Stable"
    case stablePaid = "Stable, paid"

    /// The situations in which a flow can rest: the others are left at once.
    static let resting = allCases.filter { ![.paymentSuccess, .pushSuccess].contains($0) }

    private var requests: [CheckoutRequest] {
        switch self {
        case .beforeLogIn: []
        case .loggingIn: [.logIn]
        case .logInFailed: [.logIn, .declined]
        case .afterLogIn: [.logIn, .loggedIn]
        case .paying: Situation.afterLogIn.requests + [.purchase]
        case .challenged: Situation.paying.requests + [.challenged]
        case .paymentFailed: Situation.paying.requests + [.declined]
        case .paymentUnknown: Situation.paying.requests + [.failed]
        case .voiding: Situation.paying.requests + [.cancel]
        case .voidFailed: Situation.voiding.requests + [.failed]
        case .voidingBefore: Situation.voiding.requests + [.purchase]
        case .voidFailedBefore: Situation.voidFailed.requests + [.purchase]
        case .paymentSuccess, .pushing: Situation.paying.requests + [.paid]
        case .pushFailed: Situation.pushing.requests + [.failed]
        case .stable: Situation.voiding.requests + [.voided]
        case .pushSuccess, .stablePaid: Situation.pushing.requests + [.pushed]
        }
    }

    /// Leads a flow before log-in to this situation.
    @discardableResult func reach(with flow: Checkout.Flow) -> Checkout.Flow {
        for request in requests { request.perform(on: flow) }
        return flow
    }
}
