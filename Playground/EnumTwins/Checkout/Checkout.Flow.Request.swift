import CheckoutFlow
import StatePattern

extension Checkout.Flow {
    /// A request of a flow as a value: to be chosen by a program, written down, or sent to another isolation domain.
    ///
    /// The reports carry no numbers here: `perform(_:)` adds the current one.
    public enum Request: Hashable, Sendable {
        /// Asks for a log-in.
        case logIn(Credentials)
        /// Reports that the member is logged in.
        case loggedIn
        /// Reports that the log-in has failed.
        case logInFailed(reason: String)
        /// Begins a purchase.
        case purchase(Item)
        /// Reports that the purchase is paid.
        case paid(PaymentReceipt)
        /// Reports that the payment has failed.
        case paymentFailed(reason: String)
        /// Reports that the member has been notified.
        case pushed
        /// Reports that the notification has failed.
        case pushFailed(reason: String)
        /// Asks for another try.
        case retry
        /// Gives up what is under way.
        case cancel
        /// Forgets the member.
        case logOut
    }

    /// Makes a request; a report is about the latest try.
    @discardableResult public func perform(_ request: Request) -> Outcome {
        switch request {
        case .logIn(let credentials): logIn(credentials)
        case .loggedIn: loggedIn(try: tryNumber)
        case .logInFailed(let reason): logInFailed(reason: reason, try: tryNumber)
        case .purchase(let item): purchase(item)
        case .paid(let receipt): paid(receipt, try: tryNumber)
        case .paymentFailed(let reason): paymentFailed(reason: reason, try: tryNumber)
        case .pushed: pushed(try: tryNumber)
        case .pushFailed(let reason): pushFailed(reason: reason, try: tryNumber)
        case .retry: retry()
        case .cancel: cancel()
        case .logOut: logOut()
        }
    }
}

extension Checkout.Flow.Request: CaseIterable {
    /// One request of each kind, in the order of the cases, with an example of each argument.
    public static let allCases: [Self] = {
        let tea = Item("Tea", price: .eur(cents: 420))
        return [
            .logIn(Credentials("ada", password: "countess")), .loggedIn, .logInFailed(reason: "wrong password"),
            .purchase(tea), .paid(PaymentReceipt(number: 1, purchase: Purchase(item: tea, key: IdempotencyKey("1")))),
            .paymentFailed(reason: "card declined"), .pushed, .pushFailed(reason: "no route"), .retry, .cancel, .logOut,
        ]
    }()
}

extension Checkout.Flow.Request: CustomStringConvertible {
    /// The name of the request, without its argument: `purchase`.
    public var description: String {
        switch self {
        case .logIn: "logIn"
        case .loggedIn: "loggedIn"
        case .logInFailed: "logInFailed"
        case .purchase: "purchase"
        case .paid: "paid"
        case .paymentFailed: "paymentFailed"
        case .pushed: "pushed"
        case .pushFailed: "pushFailed"
        case .retry: "retry"
        case .cancel: "cancel"
        case .logOut: "logOut"
        }
    }
}
