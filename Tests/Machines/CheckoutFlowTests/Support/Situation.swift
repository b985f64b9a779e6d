import CheckoutFlow
import EnumTwins
import StatePattern

/// A place where a flow can rest, and the requests that lead there.
enum Situation: CaseIterable, Sendable {
    case beforeLogIn, loggingIn, logInFailed, afterLogIn, beforePayment, paymentFailed, beforePush, pushFailed
    /// The purchase was given up.
    case stable
    case stablePaid

    private var requests: [CheckoutVariant] {
        switch self {
        case .beforeLogIn: []
        case .loggingIn: [.logIn]
        case .logInFailed: [.logIn, .logInFailed]
        case .afterLogIn: [.logIn, .loggedIn]
        case .beforePayment: Situation.afterLogIn.requests + [.purchase]
        case .paymentFailed: Situation.beforePayment.requests + [.paymentFailed]
        case .beforePush: Situation.beforePayment.requests + [.paid]
        case .pushFailed: Situation.beforePush.requests + [.pushFailed]
        case .stable: Situation.beforePayment.requests + [.cancel]
        case .stablePaid: Situation.beforePush.requests + [.pushed]
        }
    }

    /// Leads a flow before log-in to this situation.
    @discardableResult func reach(with flow: Checkout.Flow) -> Checkout.Flow {
        for request in requests { _ = CheckoutContrast.perform(request, on: flow) }
        return flow
    }
}

extension CheckoutVariant {
    static let logIn = request(.logIn(Credentials("ada", password: "countess")))
    static let loggedIn = request(.loggedIn)
    static let logInFailed = request(.logInFailed(reason: "wrong password"))
    static let purchase = request(.purchase(Item("Tea", price: .eur(cents: 420))))
    static let (paid, latePaid) = (request(examplePaid), late(examplePaid))
    static let paymentFailed = request(.paymentFailed(reason: "card declined"))
    static let pushed = request(.pushed)
    static let pushFailed = request(.pushFailed(reason: "no route"))
    static let retry = request(.retry)
    static let cancel = request(.cancel)
    static let logOut = request(.logOut)

    /// Its receipt is replaced by the one for the flow's purchase.
    private static let examplePaid = Checkout.Flow.Request.allCases.first { $0.description == "paid" }!
}
