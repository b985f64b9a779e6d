import CheckoutFlow
import MachineModels
import StatePattern
import TestSupport

typealias Situation = TestSupport.Situation<CheckoutRequest>

extension Situation {
    static let beforeLogIn = Self("BeforeLogIn/Idle")
    static let loggingIn = beforeLogIn.then("BeforeLogIn/LoggingIn", .logIn)
    static let logInFailed = loggingIn.then("BeforeLogIn/LogInFailed", .declined)
    static let afterLogIn = loggingIn.then("AfterLogIn", .loggedIn)
    static let paying = afterLogIn.then("BeforePayment/Paying", .purchase)
    static let challenged = paying.then("BeforePayment/Challenged", .challenged)
    static let paymentFailed = paying.then("BeforePayment/PaymentFailed", .declined)
    static let paymentUnknown = paying.then("BeforePayment/PaymentUnknown", .failed)
    static let voiding = paying.then("BeforeVoid/Voiding", .cancel)
    static let voidFailed = voiding.then("BeforeVoid/VoidFailed", .failed)
    /// Another purchase waits.
    static let voidingBefore = voiding.then("BeforeVoid/Voiding, deferred", .purchase)
    static let voidFailedBefore = voidFailed.then("BeforeVoid/VoidFailed, deferred", .purchase)
    static let paymentSuccess = paying.then("PaymentSuccess", .paid)
    static let pushing = paying.then("BeforePush/Pushing", .paid)
    static let pushFailed = pushing.then("BeforePush/PushFailed", .failed)
    static let pushSuccess = pushing.then("PushSuccess", .pushed)
    /// The purchase was canceled.
    static let stable = voiding.then("Stable", .voided)
    static let stablePaid = pushing.then("Stable, paid", .pushed)

    static let allCases = resting + [paymentSuccess, pushSuccess]

    /// The situations in which a flow can rest: the others are left at once.
    static let resting = [
        beforeLogIn, loggingIn, logInFailed, afterLogIn, paying, challenged, paymentFailed, paymentUnknown, voiding,
        voidFailed, voidingBefore, voidFailedBefore, pushing, pushFailed, stable, stablePaid,
    ]

    /// Leads a flow before log-in to this situation.
    @discardableResult func reach(with flow: Checkout.Flow) -> Checkout.Flow {
        reach(with: flow) { $0.perform(on: $1) }
    }
}
