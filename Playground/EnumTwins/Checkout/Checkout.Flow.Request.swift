import CheckoutFlow
import StatePattern

extension Checkout.Flow {
    /// A request of a flow as a value: to be chosen by a program, written down, or sent to another isolation domain.
    ///
    /// The reports carry no numbers here: `perform(_:)` adds the current one.
    public enum Request: Hashable, Sendable {
        // Of a client.
        case logIn(Credentials)
        case logOut
        case purchase(Item)
        case retry
        case cancel
        // Reports of modules.
        case loggedIn
        case paid(PaymentReceipt)
        case voided
        case pushed
        case declined(reason: String)
        case failed(reason: String)
    }

    /// Makes a request; a report is about the latest try.
    @discardableResult public func perform(_ request: Request) -> Outcome {
        switch request {
        case .logIn(let credentials): logIn(credentials)
        case .logOut: logOut()
        case .purchase(let item): purchase(item)
        case .retry: retry()
        case .cancel: cancel()
        case .loggedIn, .paid, .voided, .pushed, .declined, .failed: receive(request.report(try: tryNumber)!)
        }
    }
}

extension Checkout.Flow.Request {
    /// The report about a try; `nil` for a request of a client.
    func report(try number: Int) -> Checkout.Report? {
        switch self {
        case .loggedIn: .loggedIn(try: number)
        case .paid(let receipt): .paid(receipt, try: number)
        case .voided: .voided(try: number)
        case .pushed: .pushed(try: number)
        case .declined(let reason): .declined(reason: reason, try: number)
        case .failed(let reason): .failed(reason: reason, try: number)
        case .logIn, .purchase, .retry, .cancel, .logOut: nil
        }
    }
}

extension Checkout.Flow.Request: CaseIterable {
    /// One request of each kind, with an example of each argument.
    public static let allCases: [Self] = {
        let tea = Item("Tea", price: .eur(cents: 420))
        return [
            .logIn(Credentials("ada", password: "countess")), .loggedIn, .purchase(tea),
            .paid(PaymentReceipt(number: 1, purchase: Purchase(item: tea, key: IdempotencyKey("1")))),
            .declined(reason: "card declined"), .failed(reason: "no answer"), .retry, .cancel, .voided, .pushed,
            .logOut,
        ]
    }()
}

extension Checkout.Flow.Request: CustomStringConvertible {
    /// The name of the request, without its argument: `purchase`.
    public var description: String {
        switch self {
        case .logIn: "logIn"
        case .logOut: "logOut"
        case .purchase: "purchase"
        case .retry: "retry"
        case .cancel: "cancel"
        case .loggedIn: "loggedIn"
        case .paid: "paid"
        case .voided: "voided"
        case .pushed: "pushed"
        case .declined: "declined"
        case .failed: "failed"
        }
    }
}
