import CheckoutFlow
import StatePattern

/// A request of a checkout as a value. It is about the flow's purchase and receipt, or about another purchase.
public enum CheckoutRequest: String, CaseIterable, Sendable {
    // Requests of a client.
    case logIn, logOut, purchase, retry, confirm, cancel, refund
    // Reports about the latest try, or about the purchase.
    case loggedIn, challenged, declined, failed, paid, voided, pushed
    // Requests that only the flow makes.
    case preparePush, settle
    // A report that the wait before another try is over, and one of a voiding that says what it has refunded.
    case retryAfter, refunded
    // Reports about the try before the latest one.
    case lateLoggedIn, lateChallenged, lateDeclined, lateFailed, lateRetryAfter
    // Facts about another purchase with the same key.
    case otherPaid, otherVoided, otherPushed, otherRefunded

    /// The requests that can be typed, and the requests that only the flow makes. They are few enough for a chart.
    public static let drawn: [Self] = Array(allCases[...allCases.firstIndex(of: .settle)!])

    /// Makes the request. A request that only the flow makes is unhandled.
    @discardableResult public func perform(on flow: Checkout.Flow) -> Outcome {
        let number = flow.tryNumber
        let purchase = flow.latestPurchase ?? Purchase(item: Self.tea, key: IdempotencyKey("0"))
        let receipt = flow.receipt ?? flow.refunded ?? PaymentReceipt(number: number, purchase: purchase)
        let other = Purchase(item: Item(purchase.item.name, price: .eur(cents: 1)), key: purchase.key)
        let otherReceipt = PaymentReceipt(number: receipt.number, purchase: other)
        return switch self {
        case .logIn: flow.logIn(Credentials("ada", password: "countess"))
        case .logOut: flow.logOut()
        case .purchase: flow.purchase(Self.tea)
        case .retry: flow.retry()
        case .confirm: flow.confirm()
        case .cancel: flow.cancel()
        case .refund: flow.refund(receipt)
        case .loggedIn: flow.receive(.loggedIn(try: number))
        case .lateLoggedIn: flow.receive(.loggedIn(try: number - 1))
        case .challenged: flow.receive(.challenged("code", try: number))
        case .lateChallenged: flow.receive(.challenged("code", try: number - 1))
        case .declined: flow.receive(.declined(reason: "card declined", try: number))
        case .lateDeclined: flow.receive(.declined(reason: "card declined", try: number - 1))
        case .failed: flow.receive(.failed(reason: "no answer", try: number))
        case .lateFailed: flow.receive(.failed(reason: "no answer", try: number - 1))
        case .retryAfter: flow.receive(.retry(after: number))
        case .lateRetryAfter: flow.receive(.retry(after: number - 1))
        case .paid: flow.receive(.paid(receipt))
        case .otherPaid: flow.receive(.paid(otherReceipt))
        case .voided: flow.receive(.voided(purchase))
        case .otherVoided: flow.receive(.voided(other))
        case .refunded: flow.receive(.refunded(receipt))
        case .otherRefunded: flow.receive(.refunded(otherReceipt))
        case .pushed: flow.receive(.pushed(receipt))
        case .otherPushed: flow.receive(.pushed(otherReceipt))
        case .preparePush, .settle: .unhandled
        }
    }

    static let tea = Item("Tea", price: .eur(cents: 420))
}

extension CheckoutRequest: CustomStringConvertible {
    public var description: String { rawValue }
}
