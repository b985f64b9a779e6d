import CheckoutFlow
import StatePattern

/// The flow of a checkout as an enum: the same requests, outcomes, numbers and keys as `Checkout.Flow`.
///
/// The data of a state is associated with its case, so that there is no receipt before a payment. Each request is a
/// `switch` over all states; the consequences of entering a state are in `change(to:)`.
public final class CheckoutEnum {
    public typealias Try = Checkout.Flow.Try

    public enum State: Hashable, Sendable {
        case beforeLogIn
        case loggingIn(Credentials, Try)
        case logInFailed(reason: String)
        case afterLogIn
        case paying(Purchase, Try)
        case paymentFailed(Purchase, reason: String)
        case paymentUnknown(Purchase, reason: String)
        /// Another purchase may wait until this one is voided.
        case voiding(Purchase, Try, next: Item?)
        case paymentSuccess(PaymentReceipt)
        case pushing(PaymentReceipt, Try)
        case pushFailed(PaymentReceipt, reason: String)
        case pushSuccess(PaymentReceipt)
        case stable(Purchase, PaymentReceipt?)
    }

    public private(set) var state = State.beforeLogIn
    public private(set) var member: String?
    public private(set) var tryNumber = 0

    private let makeKey: () -> IdempotencyKey
    private weak var log: CheckoutLog?

    public init(makeKey: @escaping () -> IdempotencyKey) { self.makeKey = makeKey }

    /// Tells `log` of each transition.
    public func record(in log: CheckoutLog) { self.log = log }

    public var phase: Checkout.Flow.Phase { state.phase }

    public var currentTry: Try? {
        switch state {
        case .loggingIn(_, let current), .paying(_, let current), .voiding(_, let current, _), .pushing(_, let current):
            current
        case .beforeLogIn, .logInFailed, .afterLogIn, .paymentFailed, .paymentUnknown, .paymentSuccess, .pushFailed,
            .pushSuccess, .stable:
            nil
        }
    }

    public var failure: String? {
        switch state {
        case .logInFailed(let reason), .paymentFailed(_, let reason), .paymentUnknown(_, let reason),
            .pushFailed(_, let reason):
            reason
        case .beforeLogIn, .loggingIn, .afterLogIn, .paying, .voiding, .paymentSuccess, .pushing, .pushSuccess, .stable:
            nil
        }
    }

    public var latestPurchase: Purchase? {
        switch state {
        case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn: nil
        case .paying(let purchase, _), .paymentFailed(let purchase, _), .paymentUnknown(let purchase, _),
            .voiding(let purchase, _, _), .stable(let purchase, _):
            purchase
        case .paymentSuccess(let receipt), .pushing(let receipt, _), .pushFailed(let receipt, _),
            .pushSuccess(let receipt):
            receipt.purchase
        }
    }

    public var receipt: PaymentReceipt? {
        switch state {
        case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn, .paying, .paymentFailed, .paymentUnknown, .voiding:
            nil
        case .paymentSuccess(let receipt), .pushing(let receipt, _), .pushFailed(let receipt, _),
            .pushSuccess(let receipt):
            receipt
        case .stable(_, let receipt): receipt
        }
    }

    /// The names of the requests that wait.
    public var deferredRequests: [String] {
        if case .voiding(_, _, .some) = state { ["purchase(_:)"] } else { [] }
    }

    // MARK: Requests

    public func perform(_ request: Checkout.Flow.Request) -> Outcome {
        if let report = request.report(try: tryNumber) { return receive(report) }
        return switch request {
        case .logIn(let credentials): logIn(credentials)
        case .purchase(let item): purchase(item)
        case .retry: retry()
        case .cancel: cancel()
        case .logOut: logOut()
        case .loggedIn, .paid, .voided, .pushed, .declined, .failed: .unhandled
        }
    }

    private func logIn(_ credentials: Credentials) -> Outcome {
        switch state {
        case .beforeLogIn, .loggingIn, .logInFailed:
            change(to: .loggingIn(credentials, nextTry(.logIn(credentials))), "logIn(_:)")
        case .afterLogIn, .paying, .paymentFailed, .paymentUnknown, .voiding, .paymentSuccess, .pushing, .pushFailed,
            .pushSuccess, .stable:
            .unhandled
        }
    }

    private func logOut() -> Outcome {
        switch state {
        case .afterLogIn, .stable:
            member = nil
            return change(to: .beforeLogIn)
        case .beforeLogIn, .loggingIn, .logInFailed, .paying, .paymentFailed, .paymentUnknown, .voiding,
            .paymentSuccess, .pushing, .pushFailed, .pushSuccess:
            return .unhandled
        }
    }

    private func purchase(_ item: Item) -> Outcome {
        switch state {
        case .afterLogIn, .stable:
            let purchase = Purchase(item: item, key: makeKey())
            return change(to: .paying(purchase, nextTry(.payment(purchase))), "purchase(_:)")
        case .voiding(let purchase, let current, next: nil):
            state = .voiding(purchase, current, next: item)
            return .deferred
        case .voiding: return .refused
        case .beforeLogIn, .loggingIn, .logInFailed, .paying, .paymentFailed, .paymentUnknown,
            .paymentSuccess, .pushing, .pushFailed, .pushSuccess:
            return .unhandled
        }
    }

    private func retry() -> Outcome {
        switch state {
        case .paying(let purchase, _), .paymentFailed(let purchase, _), .paymentUnknown(let purchase, _):
            change(to: .paying(purchase, nextTry(.payment(purchase))))
        case .pushing(let receipt, _), .pushFailed(let receipt, _):
            change(to: .pushing(receipt, nextTry(.push(receipt))))
        case .voiding: .refused
        case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn, .paymentSuccess, .pushSuccess, .stable: .unhandled
        }
    }

    private func cancel() -> Outcome {
        switch state {
        case .loggingIn: return change(to: .beforeLogIn)
        case .paying(let purchase, _), .paymentFailed(let purchase, _), .paymentUnknown(let purchase, _):
            return change(to: .voiding(purchase, nextTry(.void(purchase)), next: nil))
        case .pushing(let receipt, _), .pushFailed(let receipt, _):
            return change(to: .stable(receipt.purchase, receipt))
        case .voiding(let purchase, let current, _):
            state = .voiding(purchase, current, next: nil)
            return .handled
        case .beforeLogIn, .logInFailed, .afterLogIn, .paymentSuccess, .pushSuccess, .stable: return .unhandled
        }
    }

    // MARK: Reports

    public func receive(_ report: Checkout.Report) -> Outcome {
        switch report {
        case .loggedIn(let number): loggedIn(try: number)
        case .paid(let receipt, let number): paid(receipt, try: number)
        case .voided(let number): voided(try: number)
        case .pushed(let number): pushed(try: number)
        case .declined(let reason, let number): failed(reason, isDecline: true, try: number)
        case .failed(let reason, let number): failed(reason, isDecline: false, try: number)
        }
    }

    private func loggedIn(try number: Int) -> Outcome {
        guard currentTry?.number == number else { return .handled }
        guard case .loggingIn(let credentials, _) = state else { return .unhandled }
        member = credentials.name
        return change(to: .afterLogIn, "loggedIn(try:)")
    }

    private func paid(_ receipt: PaymentReceipt, try number: Int) -> Outcome {
        guard currentTry?.number == number else { return .handled }
        guard case .paying = state else { return .unhandled }
        return change(to: .paymentSuccess(receipt), "paid(_:try:)")
    }

    private func voided(try number: Int) -> Outcome {
        guard currentTry?.number == number else { return .handled }
        guard case .voiding(let purchase, _, let next) = state else { return .unhandled }
        let outcome = change(to: .stable(purchase, nil), "voided(try:)")
        if let next { _ = self.purchase(next) }
        return outcome
    }

    private func pushed(try number: Int) -> Outcome {
        guard currentTry?.number == number else { return .handled }
        guard case .pushing(let receipt, _) = state else { return .unhandled }
        return change(to: .pushSuccess(receipt), "pushed(try:)")
    }

    private func failed(_ reason: String, isDecline: Bool, try number: Int) -> Outcome {
        guard currentTry?.number == number else { return .handled }
        let request = isDecline ? "declined(reason:try:)" : "failed(reason:try:)"
        switch state {
        case .loggingIn: return change(to: .logInFailed(reason: reason), request)
        case .paying(let purchase, _):
            return change(
                to: isDecline ? .paymentFailed(purchase, reason: reason) : .paymentUnknown(purchase, reason: reason),
                request)
        // A purchase that has waited is dropped.
        case .voiding(let purchase, _, _): return change(to: .paymentUnknown(purchase, reason: reason), request)
        case .pushing(let receipt, _): return change(to: .pushFailed(receipt, reason: reason), request)
        case .beforeLogIn, .logInFailed, .afterLogIn, .paymentFailed, .paymentUnknown, .paymentSuccess, .pushFailed,
            .pushSuccess, .stable:
            return .unhandled
        }
    }

    // MARK: Transitions

    private func nextTry(_ job: Checkout.Flow.Job) -> Try {
        tryNumber += 1
        return Try(number: tryNumber, job: job)
    }

    private func change(to next: State, _ request: String = #function) -> Outcome {
        let source = phase
        state = next
        log?.entries.append("\(request): \(source) → \(phase)")
        switch next {
        case .paymentSuccess(let receipt):
            _ = change(to: .pushing(receipt, nextTry(.push(receipt))), "preparePush()")
        case .pushSuccess(let receipt): _ = change(to: .stable(receipt.purchase, receipt), "settle()")
        case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn, .paying, .paymentFailed, .paymentUnknown, .voiding,
            .pushing, .pushFailed, .stable:
            break
        }
        return .transitioned
    }
}

extension CheckoutEnum.State {
    /// The phase of the class-based machine in this state.
    public var phase: Checkout.Flow.Phase {
        switch self {
        case .beforeLogIn: .beforeLogIn
        case .loggingIn: .loggingIn
        case .logInFailed: .logInFailed
        case .afterLogIn: .afterLogIn
        case .paying: .paying
        case .paymentFailed: .paymentFailed
        case .paymentUnknown: .paymentUnknown
        case .voiding: .voiding
        case .paymentSuccess: .paymentSuccess
        case .pushing: .pushing
        case .pushFailed: .pushFailed
        case .pushSuccess: .pushSuccess
        case .stable: .stable
        }
    }
}
