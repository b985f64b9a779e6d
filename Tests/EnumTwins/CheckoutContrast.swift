import CheckoutFlow
import StateExploration
import StatePattern

/// What a checkout is asked, on behalf of its client and of its modules.
public enum CheckoutRequest: CaseIterable, Sendable {
    case logIn, loggedIn, logInFailed, purchase, paid, paymentFailed, pushed, pushFailed, retry, cancel, logOut
    case lateLoggedIn, lateLogInFailed, latePaid, latePaymentFailed, latePushed, latePushFailed
    /// What a flow asks of itself, and nobody else can.
    case preparePush, settle

    /// All that can be asked.
    public static let askable = allCases.filter { $0 != .preparePush && $0 != .settle }
    /// All but the reports that come too late.
    public static let drawn = allCases.filter { !"\($0)".hasPrefix("late") }
}

/// What the flow and its enum have in common; neither of them needs to know.
public protocol CheckoutLike: AnyObject {
    func logIn(_ credentials: Credentials) -> Outcome
    func logOut() -> Outcome
    func purchase(_ item: Item) -> Outcome
    func retry() -> Outcome
    func cancel() -> Outcome
    func loggedIn(turn: Int) -> Outcome
    func logInFailed(reason: String, turn: Int) -> Outcome
    func paid(_ receipt: Receipt, turn: Int) -> Outcome
    func paymentFailed(reason: String, turn: Int) -> Outcome
    func pushed(turn: Int) -> Outcome
    func pushFailed(reason: String, turn: Int) -> Outcome

    var turnNumber: Int { get }
    var member: String? { get }
    var latestPurchase: Purchase? { get }
    var receipt: Receipt? { get }
    var progress: Checkout.Flow.Progress { get }
    var statePath: String { get }

    /// Writes each transition and each change of the progress into `log`.
    func record(in log: CheckoutLog)
}

/// What has happened in a flow, or in its enum.
public final class CheckoutLog {
    public enum Entry {
        case transition(String)
        case progress(Checkout.Flow.Progress)
    }

    var entries: [Entry] = []

    /// Hands over what has happened since this was last called.
    func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}

extension Checkout.Flow: CheckoutLike {
    public var statePath: String { state.path }

    public func record(in log: CheckoutLog) {
        observe(for: log) { $0.entries.append(.transition("\($1)")) }
        observeProgress(for: log) { $0.entries.append(.progress($1)) }
    }
}

extension CheckoutEnum: CheckoutLike {
    public var statePath: String { state.path }
}

/// The flow and its enum as systems that can be explored and compared.
public enum CheckoutContrast {
    /// A flow, or its enum, and what has happened in it.
    public struct Subject {
        public let flow: any CheckoutLike
        let log = CheckoutLog()

        init(_ flow: any CheckoutLike) {
            self.flow = flow
            flow.record(in: log)
        }
    }

    /// What a flow does instead of the right thing; `nil` for a request that it gets right.
    public typealias Mistake = (CheckoutRequest, Subject) -> Outcome?

    public static var machine: MachineModel<CheckoutRequest> { model("class", make: { activeFlow() }) }
    public static var twin: MachineModel<CheckoutRequest> { model("enum", make: { CheckoutEnum(makeKey: counter()) }) }

    /// The enum with a mistake.
    public static func twin(with mistake: @escaping Mistake) -> MachineModel<CheckoutRequest> {
        model("enum", make: { CheckoutEnum(makeKey: counter()) }, mistake: mistake)
    }

    /// The flow with its numbers and keys, which grow for ever: for random sequences.
    public static var numberedMachine: MachineModel<CheckoutRequest> { numbered("class", make: { activeFlow() }) }
    /// The same of the enum.
    public static var numberedTwin: MachineModel<CheckoutRequest> {
        numbered("enum", make: { CheckoutEnum(makeKey: counter()) })
    }

    private static func activeFlow() -> Checkout.Flow {
        let flow = Checkout.Flow(makeKey: counter())
        flow.activate()
        return flow
    }

    /// Makes the keys 1, 2 and so on.
    public static func counter() -> () -> IdempotencyKey {
        var count = 0
        return {
            count += 1
            return IdempotencyKey("\(count)")
        }
    }

    private static func model(
        _ name: String, make: @escaping () -> any CheckoutLike, mistake: @escaping Mistake = { _, _ in nil }
    ) -> MachineModel<CheckoutRequest> {
        MachineModel(
            { Subject(make()) }, named: name, requests: CheckoutRequest.askable,
            perform: { mistake($1, $0) ?? perform($1, on: $0.flow) },
            state: { subject in
                let flow = subject.flow
                return [
                    flow.statePath, flow.progress.withoutNumbers, flow.member.map { "of \($0)" },
                    flow.latestPurchase.map { "purchase of \($0.item)" }, flow.receipt.map { _ in "paid" },
                ].compactMap { $0 }.joined(separator: ", ")
            },
            trace: { $0.log.takeEntries().map(\.withoutNumbers) })
    }

    private static func numbered(
        _ name: String, make: @escaping () -> any CheckoutLike
    ) -> MachineModel<CheckoutRequest> {
        MachineModel(
            { Subject(make()) }, named: name, requests: CheckoutRequest.askable,
            perform: { perform($1, on: $0.flow) },
            state: { subject in
                let flow = subject.flow
                return """
                    \(flow.statePath), \(flow.progress), \(flow.turnNumber), \(flow.member ?? "nobody"), \
                    \(flow.latestPurchase?.key.description ?? "no purchase"), \(flow.receipt?.number ?? 0)
                    """
            },
            trace: { $0.log.takeEntries().map { "\($0)" } })
    }

    /// Makes a request; a report has the number of the latest turn, or the one before if it is late.
    public static func perform(_ request: CheckoutRequest, on flow: any CheckoutLike) -> Outcome {
        let turn = flow.turnNumber
        let late = turn - 1
        return switch request {
        case .logIn: flow.logIn(Credentials("ada", password: "countess"))
        case .loggedIn: flow.loggedIn(turn: turn)
        case .logInFailed: flow.logInFailed(reason: "wrong password", turn: turn)
        case .purchase: flow.purchase(Item("Tea", cents: 420))
        case .paid: flow.paid(receipt(for: flow), turn: turn)
        case .paymentFailed: flow.paymentFailed(reason: "card declined", turn: turn)
        case .pushed: flow.pushed(turn: turn)
        case .pushFailed: flow.pushFailed(reason: "no route", turn: turn)
        case .retry: flow.retry()
        case .cancel: flow.cancel()
        case .logOut: flow.logOut()
        case .lateLoggedIn: flow.loggedIn(turn: late)
        case .lateLogInFailed: flow.logInFailed(reason: "late", turn: late)
        case .latePaid: flow.paid(receipt(for: flow), turn: late)
        case .latePaymentFailed: flow.paymentFailed(reason: "late", turn: late)
        case .latePushed: flow.pushed(turn: late)
        case .latePushFailed: flow.pushFailed(reason: "late", turn: late)
        case .preparePush, .settle: .unhandled
        }
    }

    /// The receipt that a payment service would give; where nothing was purchased, one that nobody asked for.
    private static func receipt(for flow: any CheckoutLike) -> Receipt {
        let nothing = Purchase(item: Item("Nothing", cents: 0), key: IdempotencyKey("0"))
        return Receipt(number: flow.turnNumber, purchase: flow.latestPurchase ?? nothing)
    }
}

extension CheckoutLog.Entry {
    /// The entry without numbers and keys.
    var withoutNumbers: String {
        switch self {
        case .transition(let line): line
        case .progress(let progress): progress.withoutNumbers
        }
    }
}

extension Checkout.Flow.Progress {
    /// The progress without numbers and keys, which grow for ever.
    var withoutNumbers: String {
        switch self {
        case .idle, .failed: description
        case .underWay(let turn):
            switch turn.part {
            case .logIn(let credentials): "logging in \(credentials)"
            case .payment(let purchase): "charging \(purchase.item)"
            case .push(let receipt): "pushing \(receipt.purchase.item)"
            }
        }
    }
}
