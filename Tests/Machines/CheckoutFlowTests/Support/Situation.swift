import CheckoutFlow
import EnumTwins
import StatePattern

/// The two ways in which the same machine is written.
enum Machine: CaseIterable, Sendable {
    case classes, `enum`

    func make() -> any CheckoutLike {
        switch self {
        case .classes: Checkout.Flow()
        case .enum: CheckoutEnum { .random() }
        }
    }
}

/// A place where a flow can rest, and the requests that lead there.
enum Situation: CaseIterable, Sendable {
    case beforeLogIn, loggingIn, logInFailed, afterLogIn, beforePayment, paymentFailed, beforePush, pushFailed
    /// The purchase was given up.
    case stable
    case stablePaid

    var path: String {
        switch self {
        case .beforeLogIn, .loggingIn, .logInFailed: "BeforeLogIn"
        case .afterLogIn: "AfterLogIn"
        case .beforePayment, .paymentFailed: "BeforePayment"
        case .beforePush, .pushFailed: "BeforePush"
        case .stable, .stablePaid: "Stable"
        }
    }

    var progress: Checkout.Flow.Progress.Kind {
        switch self {
        case .beforeLogIn, .afterLogIn, .stable, .stablePaid: .idle
        case .loggingIn, .beforePayment, .beforePush: .underWay
        case .logInFailed, .paymentFailed, .pushFailed: .failed
        }
    }

    var isPaid: Bool { self == .beforePush || self == .pushFailed || self == .stablePaid }

    /// The answer to a request that the table does not mention here: a report about a try that is over is dropped, and
    /// anything else is refused.
    func answer(toUnmentioned request: CheckoutVariant) -> Outcome {
        switch request {
        case .request(.logIn), .request(.purchase), .request(.retry), .request(.cancel), .request(.logOut),
            .preparePush, .settle:
            .unhandled
        case .request: progress == .underWay ? .unhandled : .handled
        case .late: .handled
        }
    }

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
    @discardableResult func reach<F: CheckoutLike>(with flow: F) -> F {
        for request in requests { _ = CheckoutContrast.perform(request, on: flow) }
        return flow
    }
}

extension Checkout.Flow.Progress {
    enum Kind: Sendable { case idle, underWay, failed }

    var kind: Kind {
        switch self {
        case .idle: .idle
        case .underWay: .underWay
        case .failed: .failed
        }
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
