import CheckoutFlow
import StatePattern

/// The flow of a checkout as an enum: the same requests, outcomes, numbers and keys as `Checkout.Flow`.
///
/// The data of a state is associated with its case, so that there is no receipt before a payment. Each request is a
/// `switch` over all states; the consequences of entering a state are in `enter(_:)`.
public final class CheckoutEnum {
    public typealias Progress = Checkout.Flow.Progress

    public enum State: Hashable, Sendable {
        case beforeLogIn(Progress)
        case afterLogIn
        case beforePayment(Purchase, Progress)
        case paymentSuccess(PaymentReceipt)
        case beforePush(PaymentReceipt, Progress)
        case pushSuccess(PaymentReceipt)
        case stable(Purchase, PaymentReceipt?)
    }

    public private(set) var state = State.beforeLogIn(.idle)
    public private(set) var member: String?
    public private(set) var tryNumber = 0

    private let makeKey: () -> IdempotencyKey
    private weak var log: CheckoutLog?
    private var toldProgress = Progress.idle

    public init(makeKey: @escaping () -> IdempotencyKey) { self.makeKey = makeKey }

    /// Tells `log` of each transition and each change of the progress.
    public func record(in log: CheckoutLog) { self.log = log }

    public var phase: Checkout.Flow.Phase { state.phase }

    public var progress: Progress {
        switch state {
        case .beforeLogIn(let progress), .beforePayment(_, let progress), .beforePush(_, let progress): progress
        case .afterLogIn, .paymentSuccess, .pushSuccess, .stable: .idle
        }
    }

    public var latestPurchase: Purchase? {
        switch state {
        case .beforeLogIn, .afterLogIn: nil
        case .beforePayment(let purchase, _), .stable(let purchase, _): purchase
        case .paymentSuccess(let receipt), .beforePush(let receipt, _), .pushSuccess(let receipt): receipt.purchase
        }
    }

    public var receipt: PaymentReceipt? {
        switch state {
        case .beforeLogIn, .afterLogIn, .beforePayment: nil
        case .paymentSuccess(let receipt), .beforePush(let receipt, _), .pushSuccess(let receipt): receipt
        case .stable(_, let receipt): receipt
        }
    }

    // MARK: Requests

    public func perform(_ request: Checkout.Flow.Request) -> Outcome {
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

    private func logIn(_ credentials: Credentials) -> Outcome {
        switch state {
        case .beforeLogIn: stay(in: .beforeLogIn(begin(.logIn(credentials))))
        case .afterLogIn, .beforePayment, .paymentSuccess, .beforePush, .pushSuccess, .stable: .unhandled
        }
    }

    private func logOut() -> Outcome {
        switch state {
        case .afterLogIn, .stable:
            member = nil
            return change(to: .beforeLogIn(.idle))
        case .beforeLogIn, .beforePayment, .paymentSuccess, .beforePush, .pushSuccess: return .unhandled
        }
    }

    private func purchase(_ item: Item) -> Outcome {
        switch state {
        case .afterLogIn, .stable:
            let purchase = Purchase(item: item, key: makeKey())
            return change(to: .beforePayment(purchase, begin(.payment(purchase))))
        case .beforeLogIn, .beforePayment, .paymentSuccess, .beforePush, .pushSuccess: return .unhandled
        }
    }

    private func retry() -> Outcome {
        switch state {
        case .beforePayment(let purchase, _): stay(in: .beforePayment(purchase, begin(.payment(purchase))))
        case .beforePush(let receipt, _): stay(in: .beforePush(receipt, begin(.push(receipt))))
        case .beforeLogIn, .afterLogIn, .paymentSuccess, .pushSuccess, .stable: .unhandled
        }
    }

    private func cancel() -> Outcome {
        switch state {
        case .beforeLogIn(.underWay): stay(in: .beforeLogIn(.idle))
        case .beforePayment(let purchase, _): change(to: .stable(purchase, nil))
        case .beforePush(let receipt, _): change(to: .stable(receipt.purchase, receipt))
        case .beforeLogIn, .afterLogIn, .paymentSuccess, .pushSuccess, .stable: .unhandled
        }
    }

    // MARK: Reports

    public func receive(_ report: Checkout.Report) -> Outcome {
        switch report {
        case .loggedIn(let number): loggedIn(try: number)
        case .logInFailed(let reason, let number): logInFailed(reason: reason, try: number)
        case .paid(let receipt, let number): paid(receipt, try: number)
        case .paymentFailed(let reason, let number): paymentFailed(reason: reason, try: number)
        case .pushed(let number): pushed(try: number)
        case .pushFailed(let reason, let number): pushFailed(reason: reason, try: number)
        }
    }

    private func loggedIn(try number: Int) -> Outcome {
        guard isUnderWay(number) else { return .handled }
        switch state {
        case .beforeLogIn(let progress):
            guard case .logIn(let credentials)? = progress.currentTry?.job else { return .unhandled }
            member = credentials.name
            return change(to: .afterLogIn)
        case .afterLogIn, .beforePayment, .paymentSuccess, .beforePush, .pushSuccess, .stable: return .unhandled
        }
    }

    private func logInFailed(reason: String, try number: Int) -> Outcome {
        guard isUnderWay(number) else { return .handled }
        switch state {
        case .beforeLogIn: return stay(in: .beforeLogIn(.failed(reason: reason)))
        case .afterLogIn, .beforePayment, .paymentSuccess, .beforePush, .pushSuccess, .stable: return .unhandled
        }
    }

    private func paid(_ receipt: PaymentReceipt, try number: Int) -> Outcome {
        guard isUnderWay(number) else { return .handled }
        switch state {
        case .beforePayment: return change(to: .paymentSuccess(receipt))
        case .beforeLogIn, .afterLogIn, .paymentSuccess, .beforePush, .pushSuccess, .stable: return .unhandled
        }
    }

    private func paymentFailed(reason: String, try number: Int) -> Outcome {
        guard isUnderWay(number) else { return .handled }
        switch state {
        case .beforePayment(let purchase, _): return stay(in: .beforePayment(purchase, .failed(reason: reason)))
        case .beforeLogIn, .afterLogIn, .paymentSuccess, .beforePush, .pushSuccess, .stable: return .unhandled
        }
    }

    private func pushed(try number: Int) -> Outcome {
        guard isUnderWay(number) else { return .handled }
        switch state {
        case .beforePush(let receipt, _): return change(to: .pushSuccess(receipt))
        case .beforeLogIn, .afterLogIn, .beforePayment, .paymentSuccess, .pushSuccess, .stable: return .unhandled
        }
    }

    private func pushFailed(reason: String, try number: Int) -> Outcome {
        guard isUnderWay(number) else { return .handled }
        switch state {
        case .beforePush(let receipt, _): return stay(in: .beforePush(receipt, .failed(reason: reason)))
        case .beforeLogIn, .afterLogIn, .beforePayment, .paymentSuccess, .pushSuccess, .stable: return .unhandled
        }
    }

    private func isUnderWay(_ number: Int) -> Bool { progress.currentTry?.number == number }

    // MARK: Transitions

    private func begin(_ job: Checkout.Flow.Job) -> Progress {
        tryNumber += 1
        return .underWay(Checkout.Flow.Try(number: tryNumber, job: job))
    }

    private func stay(in next: State) -> Outcome {
        state = next
        tellProgress()
        return .handled
    }

    private func change(to next: State, request: String = #function) -> Outcome {
        let source = phase
        state = next
        log?.entries.append(.transition("\(request): \(source) → \(phase)"))
        tellProgress()
        enter(next)
        return .transitioned
    }

    /// Makes the transition that follows from entering a state, if one does.
    private func enter(_ state: State) {
        switch state {
        case .paymentSuccess(let receipt):
            _ = change(to: .beforePush(receipt, begin(.push(receipt))), request: "preparePush()")
        case .pushSuccess(let receipt): _ = change(to: .stable(receipt.purchase, receipt), request: "settle()")
        case .beforeLogIn, .afterLogIn, .beforePayment, .beforePush, .stable: break
        }
    }

    private func tellProgress() {
        guard progress != toldProgress else { return }
        toldProgress = progress
        log?.entries.append(.progress(progress))
    }
}

extension CheckoutEnum.State {
    /// The phase of the class-based machine in this state.
    public var phase: Checkout.Flow.Phase {
        switch self {
        case .beforeLogIn: .beforeLogIn
        case .afterLogIn: .afterLogIn
        case .beforePayment: .beforePayment
        case .paymentSuccess: .paymentSuccess
        case .beforePush: .beforePush
        case .pushSuccess: .pushSuccess
        case .stable: .stable
        }
    }
}
