import CheckoutFlow
import StateExploration
import StatePattern

/// A request of a checkout, as the comparison makes it: also late, and those of a flow to itself.
public enum CheckoutVariant: Hashable, Sendable {
    case request(Checkout.Flow.Request)
    /// A report about the try before the latest one.
    case late(Checkout.Flow.Request)
    /// A request that only the flow makes, of itself.
    case preparePush, settle

    /// Every request, and every report that may come late.
    public static let askable: [Self] =
        Checkout.Flow.Request.allCases.map(Self.request)
        + Checkout.Flow.Request.allCases.filter { $0.report(try: 0) != nil }.map(Self.late)
    /// Every request on time, and those that a flow makes of itself.
    public static let drawn: [Self] = Checkout.Flow.Request.allCases.map(Self.request) + [.preparePush, .settle]
}

extension CheckoutVariant: CustomStringConvertible {
    public var description: String {
        switch self {
        case .request(let request): "\(request)"
        case .late(let request): "late \(request)"
        case .preparePush: "preparePush"
        case .settle: "settle"
        }
    }
}

/// The members that the flow and its enum have in common; neither of them needs to know.
public protocol CheckoutLike: AnyObject {
    func perform(_ request: Checkout.Flow.Request) -> Outcome
    func receive(_ report: Checkout.Report) -> Outcome

    var tryNumber: Int { get }
    var member: String? { get }
    var latestPurchase: Purchase? { get }
    var receipt: PaymentReceipt? { get }
    var currentTry: Checkout.Flow.Try? { get }
    var failure: String? { get }
    var deferredRequests: [String] { get }
    var phase: Checkout.Flow.Phase { get }

    /// Writes each transition into `log`.
    func record(in log: CheckoutLog)
}

/// The transitions of a flow, or of its enum.
public final class CheckoutLog {
    var entries: [String] = []

    /// Returns the entries since this was called last, and forgets them.
    func takeEntries() -> [String] {
        defer { entries = [] }
        return entries
    }
}

extension Checkout.Flow: CheckoutLike {
    public func record(in log: CheckoutLog) { observe(for: log) { $0.entries.append("\($2)") } }
}

extension CheckoutEnum: CheckoutLike {}

/// The flow and its enum as systems that can be explored and compared.
public enum CheckoutContrast {
    /// A flow, or its enum, and its log.
    public struct Subject {
        public let flow: any CheckoutLike
        let log = CheckoutLog()

        init(_ flow: any CheckoutLike) {
            self.flow = flow
            flow.record(in: log)
        }
    }

    /// A mistake of a flow: returns its outcome, or `nil` for a request that the flow handles correctly.
    public typealias Mistake = (CheckoutVariant, Subject) -> Outcome?

    public static var machine: MachineModel<CheckoutVariant> { model("class", make: { activeFlow() }) }
    public static var twin: MachineModel<CheckoutVariant> { model("enum", make: { CheckoutEnum(makeKey: counter()) }) }

    /// The enum with a mistake.
    public static func twin(with mistake: @escaping Mistake) -> MachineModel<CheckoutVariant> {
        model("enum", make: { CheckoutEnum(makeKey: counter()) }, mistake: mistake)
    }

    /// The flow with its numbers and keys, which grow forever: for random sequences.
    public static var numberedMachine: MachineModel<CheckoutVariant> {
        model("class", make: { activeFlow() }, state: numberedState)
    }
    /// The same of the enum.
    public static var numberedTwin: MachineModel<CheckoutVariant> {
        model("enum", make: { CheckoutEnum(makeKey: counter()) }, state: numberedState)
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
        _ name: String, make: @escaping () -> any CheckoutLike, state: @escaping (any CheckoutLike) -> String = state,
        mistake: @escaping Mistake = { _, _ in nil }
    ) -> MachineModel<CheckoutVariant> {
        MachineModel(
            { Subject(make()) }, named: name, requests: CheckoutVariant.askable,
            perform: { mistake($1, $0) ?? perform($1, on: $0.flow) }, state: { state($0.flow) },
            trace: { $0.log.takeEntries() })
    }

    private static func state(of flow: any CheckoutLike) -> String {
        [
            "\(flow.phase)", flow.currentTry?.job.withoutKey, flow.failure, flow.member.map { "of \($0)" },
            flow.latestPurchase.map { "purchase of \($0.item)" }, flow.receipt.map { _ in "paid" },
            flow.deferredRequests.isEmpty ? nil : "deferred: \(flow.deferredRequests)",
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func numberedState(of flow: any CheckoutLike) -> String {
        """
        \(flow.phase), \(flow.currentTry?.description ?? "-"), \(flow.failure ?? "-"), \(flow.tryNumber), \
        \(flow.member ?? "no member"), \(flow.latestPurchase?.key.description ?? "no purchase"), \
        \(flow.receipt?.number ?? 0), \(flow.deferredRequests)
        """
    }

    /// Makes a request; a receipt is the one that a payment service would give.
    public static func perform(_ request: Checkout.Flow.Request, on flow: any CheckoutLike) -> Outcome {
        flow.perform(request.withReceipt(for: flow))
    }

    /// Makes a request, or a report that has the number of the try before the latest one; only a flow makes the others.
    public static func perform(_ variant: CheckoutVariant, on flow: any CheckoutLike) -> Outcome {
        switch variant {
        case .request(let request): return perform(request, on: flow)
        case .late(let request):
            guard let report = request.withReceipt(for: flow).report(try: flow.tryNumber - 1) else {
                fatalError("A client's request is never late: \(request)")
            }
            return flow.receive(report)
        case .preparePush, .settle: return .unhandled
        }
    }
}

extension Checkout.Flow.Request {
    /// The request with the receipt of the flow's purchase; where nothing was purchased, with one for nothing.
    fileprivate func withReceipt(for flow: any CheckoutLike) -> Self {
        guard case .paid = self else { return self }
        let nothing = Purchase(item: Item("Nothing", price: .eur(cents: 0)), key: IdempotencyKey("0"))
        return .paid(PaymentReceipt(number: flow.tryNumber, purchase: flow.latestPurchase ?? nothing))
    }
}

extension Checkout.Flow.Job {
    /// The job without numbers and keys, which grow forever.
    var withoutKey: String {
        switch self {
        case .logIn(let credentials): "logging in \(credentials)"
        case .payment(let purchase): "charging \(purchase.item)"
        case .void(let purchase): "voiding \(purchase.item)"
        case .push(let receipt): "pushing \(receipt.purchase.item)"
        }
    }
}
