import StateExploration
import StatePattern

extension Checkout.Flow {
    /// The requests of a flow, to explore it: about its latest try, its purchase and its receipt, and late or wrong ones.
    public static var requests: RequestList<Checkout.Flow> { drawn + others }

    /// The requests that a chart shows.
    private static var drawn: RequestList<Checkout.Flow> {
        [
            .init(Checkout.Flow.logIn, Credentials("ada", password: "countess"), named: "logIn"),
            .init(Checkout.Flow.logOut), .init(Checkout.Flow.purchase, tea, named: "purchase"),
            .init(Checkout.Flow.retry, named: "retry"), .init(Checkout.Flow.confirm), .init(Checkout.Flow.cancel),
            .init(Checkout.Flow.refund, named: "refund") { $0.anyReceipt },
            .init(Checkout.Flow.loggedIn, named: "loggedIn") { $0.tryNumber },
            .init(Checkout.Flow.challenged, named: "challenged", arguments: { ("code", $0.tryNumber) }),
            .init(Checkout.Flow.declined, named: "declined", arguments: { ("card declined", $0.tryNumber) }),
            .init(Checkout.Flow.failed, named: "failed", arguments: { ("no answer", $0.tryNumber) }),
            .init(Checkout.Flow.paid, named: "paid") { $0.anyReceipt },
            .init(Checkout.Flow.voided, named: "voided") { $0.anyPurchase },
            .init(Checkout.Flow.pushed, named: "pushed") { $0.anyReceipt },
        ]
    }

    /// The other reports: about the wait before another try, a refund, an earlier try, and another purchase with the same
    /// key.
    private static var others: RequestList<Checkout.Flow> {
        [
            .init(Checkout.Flow.retry(after:), named: "retryAfter") { $0.tryNumber },
            .init(Checkout.Flow.refunded, named: "refunded") { $0.anyReceipt },
            .init(Checkout.Flow.loggedIn, named: "lateLoggedIn") { $0.tryNumber - 1 },
            .init(Checkout.Flow.challenged, named: "lateChallenged", arguments: { ("code", $0.tryNumber - 1) }),
            .init(Checkout.Flow.declined, named: "lateDeclined", arguments: { ("card declined", $0.tryNumber - 1) }),
            .init(Checkout.Flow.failed, named: "lateFailed", arguments: { ("no answer", $0.tryNumber - 1) }),
            .init(Checkout.Flow.retry(after:), named: "lateRetryAfter") { $0.tryNumber - 1 },
            .init(Checkout.Flow.paid, named: "otherPaid") { $0.otherReceipt },
            .init(Checkout.Flow.voided, named: "otherVoided") { $0.otherReceipt.purchase },
            .init(Checkout.Flow.pushed, named: "otherPushed") { $0.otherReceipt },
            .init(Checkout.Flow.refunded, named: "otherRefunded") { $0.otherReceipt },
        ]
    }

    private static let tea = Item("Tea", price: .eur(cents: 420))

    private var anyPurchase: Purchase { latestPurchase ?? Purchase(item: Self.tea, key: IdempotencyKey("0")) }

    private var anyReceipt: PaymentReceipt {
        receipt ?? refunded ?? PaymentReceipt(number: tryNumber, purchase: anyPurchase)
    }

    /// A receipt of another purchase with the same key.
    private var otherReceipt: PaymentReceipt {
        let item = Item(anyPurchase.item.name, price: .eur(cents: 1))
        return PaymentReceipt(number: anyReceipt.number, purchase: Purchase(item: item, key: anyPurchase.key))
    }

    // MARK: Models

    /// A model of the flow with all requests. It leaves out numbers and keys, which grow forever.
    ///
    /// The flow leaves `PaymentSuccess` and `PushSuccess` before a request returns. In the model, each such automatic
    /// transition is a separate request. Until all of them are made, no other request is possible.
    public static var model: MachineModel<String> { model(of: drawn, and: others) }

    /// A model of the flow with the requests that can be typed, which are few enough for a chart.
    public static var overview: MachineModel<String> { model(of: drawn, and: []) }

    private static func model(
        of first: RequestList<Checkout.Flow>, and second: RequestList<Checkout.Flow>
    ) -> MachineModel<String> {
        func steps(_ list: RequestList<Checkout.Flow>) -> RequestList<StepwiseFlow> {
            let requests = list.named { Checkout.Flow() }
            return RequestList(requests.map(\.name)) { flow, name in
                requests.first { $0.name == name }.flatMap { flow.perform($0.make) }
            }
        }
        let automatic = RequestList<StepwiseFlow>(["preparePush", "settle"]) { $0.continue(with: $1) }
        return MachineModel(
            { StepwiseFlow() }, requests: steps(first) + automatic + steps(second), state: { $0.state },
            trace: { $0.takeCalls() })
    }

    /// The text for the flow's state in its models.
    package var stateInModel: String {
        var words = ["\(phase)"]
        if !deferredRequests.isEmpty { words.append("deferred") }
        if receipt != nil, [.voiding, .voidFailed, .stable].contains(phase) { words.append("paid") }
        if refunded != nil { words.append("refunded") }
        return words.joined(separator: ", ")
    }

    /// The promises that the flow keeps to the bank and to the user.
    public static var promises: Promises<String> {
        let (charge, void, push) = ("Payment: charge", "Payment: void", "Notification: push")
        return [
            "nothing is charged before a log-in": .precedes(.request("loggedIn"), .effect(charge)),
            "nothing is done for a user after the log-out":
                .never(
                    .effect(charge, void, push), after: .outcome(.transitioned, of: "logOut"),
                    until: .request("loggedIn")),
            "a charge leads to a receipt or to a voiding":
                .leads(
                    from: .effect(charge), to: .isIn("PaymentSuccess", "PushSuccess", "Stable") || .effect(void),
                    fair: ["paid"]),
            "a push is about a payment": .precedes(.request("paid", "pushed"), .effect(push)),
            "a payment leads to a push":
                .leads(from: .isIn("PaymentSuccess"), to: .effect(push), fair: ["preparePush"]),
            "a push is repeated only by a retry":
                .never(.effect(push), after: .effect(push), until: .request("retry", "retryAfter", "purchase")),
        ]
    }
}

/// A flow that shows its transitions one by one, including the automatic transitions after a request.
private final class StepwiseFlow {
    private let flow = Checkout.Flow()
    /// The automatic transitions that the model has not shown yet, each with the modules' calls that it causes.
    private var following: [(request: String, source: String, calls: [String])] = []
    /// The calls that modules have begun and the model has not shown yet.
    private var calls: [String] = []
    private var latestTry = 0

    init() {
        flow.activate()
        flow.observe(for: self) { stepwise, flow, transition in
            let calls = stepwise.callsOfNewTry(of: flow)
            if ["preparePush()", "settle()"].contains(transition.request) {
                stepwise.following.append((transition.request, transition.source.statePath, calls))
            } else {
                stepwise.calls += calls
            }
        }
    }

    /// The module's call for a new try; empty if the current try is not new.
    private func callsOfNewTry(of flow: Checkout.Flow) -> [String] {
        guard let current = flow.currentTry, current.number != latestTry else { return [] }
        latestTry = current.number
        return [current.job.call]
    }

    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    var state: String { following.first?.source ?? flow.stateInModel }

    func perform(_ make: (inout Checkout.Flow) -> Outcome?) -> Outcome? {
        var flow = flow
        return following.isEmpty ? make(&flow) : .unhandled
    }

    func `continue`(with request: String) -> Outcome {
        guard let next = following.first, next.request == "\(request)()" else { return .unhandled }
        following.removeFirst()
        calls += next.calls
        return .transitioned
    }
}

extension Checkout.Flow.Job {
    /// The call that a module makes to do the job.
    fileprivate var call: String {
        switch self {
        case .logIn: "LogIn: check the password"
        case .payment: "Payment: charge"
        case .void: "Payment: void"
        case .push: "Notification: push"
        }
    }
}
