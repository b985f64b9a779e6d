import CheckoutFlow
import EnumTwins
import StatePattern

/// A place where a flow can rest, and the requests that lead there.
enum Situation: CaseIterable, Sendable {
    case beforeLogIn, loggingIn, logInFailed, afterLogIn, paying, paymentFailed, paymentUnknown, voiding, pushing
    case pushFailed
    /// The purchase was canceled.
    case stable
    case stablePaid

    private var requests: [CheckoutVariant] {
        switch self {
        case .beforeLogIn: []
        case .loggingIn: [.logIn]
        case .logInFailed: [.logIn, .declined]
        case .afterLogIn: [.logIn, .loggedIn]
        case .paying: Situation.afterLogIn.requests + [.purchase]
        case .paymentFailed: Situation.paying.requests + [.declined]
        case .paymentUnknown: Situation.paying.requests + [.failed]
        case .voiding: Situation.paying.requests + [.cancel]
        case .pushing: Situation.paying.requests + [.paid]
        case .pushFailed: Situation.pushing.requests + [.failed]
        case .stable: Situation.voiding.requests + [.voided]
        case .stablePaid: Situation.pushing.requests + [.pushed]
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
    static let purchase = request(.purchase(Item("Tea", price: .eur(cents: 420))))
    static let (paid, latePaid) = (request(examplePaid), late(examplePaid))
    static let declined = request(.declined(reason: "card declined"))
    static let failed = request(.failed(reason: "no answer"))
    static let voided = request(.voided)
    static let pushed = request(.pushed)
    static let retry = request(.retry)
    static let cancel = request(.cancel)
    static let logOut = request(.logOut)

    /// Its receipt is replaced by the one for the flow's purchase.
    private static let examplePaid = Checkout.Flow.Request.allCases.first { $0.description == "paid" }!
}
