import CheckoutFlow
import CheckoutModules
import EnumTwins
import StateInspector
import StatePattern

/// The checkout of a shop whose services live in memory: in real time they report by themselves; otherwise, their
/// reports are typed.
final class CheckoutMachine: Machine {
    static let name = "checkout"
    static let summary = "log in, pay, be notified: modules that only observe one flow"
    static let remarkOnUndo: String? =
        "The services have started again, without faults: their charges can differ from those before."

    private let flow: any CheckoutLike
    private let checkout: Checkout?
    private let journal: Checkout.Journal?
    private let members = InMemoryMembers()
    private let payments = InMemoryPayments()
    private let notifications = InMemoryNotifications()
    private var effects: [String] = []
    /// The tries whose results have been received.
    private var received: Set<Int> = []

    init(inRealTime: Bool) {
        let makeKey = CheckoutContrast.counter()
        checkout =
            inRealTime
            ? Checkout(members: members, payments: payments, notifications: notifications, makeKey: makeKey) : nil
        let flow = checkout?.flow ?? Checkout.Flow(makeKey: makeKey)
        self.flow = flow
        journal = Checkout.Journal(of: flow)
        flow.observeProgress(for: self) { machine, progress in
            if let current = progress.currentTry { machine.effects.append("\(current)") }
        }
    }

    private init(_ twin: CheckoutEnum) {
        flow = twin
        (checkout, journal) = (nil, nil)
    }

    static var twins: [(name: String, make: () -> CheckoutMachine)] {
        [("enum", { CheckoutMachine(CheckoutEnum(makeKey: CheckoutContrast.counter())) })]
    }

    var state: String { "\(flow.phase)" }
    var stateInOverview: String { CheckoutContrast.stateInOverview(of: flow) }

    var detail: String {
        var words = [flow.member ?? "not logged in"]
        if let purchase = flow.latestPurchase {
            let charges = payments.charges.count { $0.purchase.key == purchase.key }
            words += ["\(purchase.item)", charges == 0 ? "not charged" : "charged \(charges) ×"]
        }
        switch flow.progress {
        case .idle: break
        case .underWay(let current): words.append("try \(current.number) under way")
        case .failed: words.append("\(flow.progress)")
        }
        return words.joined(separator: ", ")
    }

    func takeEffects() -> [String] {
        defer { effects = [] }
        return effects
    }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        guard let flow = flow as? Checkout.Flow else { return }
        flow.observeRequests { tell(ObservedRequest($0)) }
        flow.activate()
    }

    func follow(with inspector: Inspector) throws -> InspectedMachine {
        try follow(flow as? Checkout.Flow, with: inspector)
    }

    func listen(_ perform: (Request<CheckoutMachine>) -> Void) async {
        guard let checkout else { return }
        // A machine that was made again has received what its services go on to report again.
        for await report in checkout.reports where !received.contains(report.tryNumber) {
            perform(Request(text: report.name) { $0.receive(report) })
        }
    }

    private func receive(_ report: Checkout.Report) -> Outcome {
        received.insert(report.tryNumber)
        return flow.receive(report)
    }
}

extension CheckoutMachine {
    static let commands: [Command<CheckoutMachine>] =
        [
            Command("logIn", "<name>", example: "ada", "log in, in place of any log-in under way", read: { $0 }) {
                $0.flow.perform(.logIn(Credentials($1, password: "secret")))
            },
            Command("logOut", "forget the member") { $0.flow.perform(.logOut) },
            Command("purchase", "<item>", example: "tea", "purchase an item, for 4.20 EUR", read: { $0 }) {
                $0.flow.perform(.purchase(Item($1, price: .eur(cents: 420))))
            },
            Command("retry", "try the payment or the notification again") { $0.flow.perform(.retry) },
            Command("cancel", "give up the log-in, the payment or the notification; a payment made stands") {
                $0.flow.perform(.cancel)
            },
        ] + reports.map(\.asReport)

    private static let reports: [Command<CheckoutMachine>] = [
        Command("loggedIn", "the member service lets the member in") { $0.flow.perform(.loggedIn) },
        report("logInFailed", "the member service does not let the member in") { .logInFailed(reason: $0) },
        Command("paid", "the payment service has charged") { $0.flow.perform(.paid($0.charge())) },
        Command("answerLost", "the payment service has charged, and its answer was lost") { machine in
            _ = machine.charge()
            return machine.flow.perform(.paymentFailed(reason: "the answer was lost"))
        },
        report("paymentFailed", "the payment service has not charged") { .paymentFailed(reason: $0) },
        Command("pushed", "the push service has notified the member") { $0.flow.perform(.pushed) },
        report("pushFailed", "the push service has not notified the member") { .pushFailed(reason: $0) },
    ]

    /// A report about the latest try, with a reason that is typed; if that try is over, it comes too late, and is dropped.
    private static func report(
        _ name: String, _ help: String, request: @escaping @MainActor (String) -> Checkout.Flow.Request
    ) -> Command<CheckoutMachine> {
        Command(name, "<reason>", example: "reason", help, read: { $0 }) { $0.flow.perform(request($1)) }
    }

    /// Charges for the purchase of the current try, as the payment service does; without one, the receipt is for nothing.
    private func charge() -> PaymentReceipt {
        guard case .payment(let purchase)? = flow.progress.currentTry?.job else {
            let nothing = Purchase(item: Item("nothing", price: .eur(cents: 0)), key: IdempotencyKey("0"))
            return PaymentReceipt(number: 0, purchase: flow.latestPurchase ?? nothing)
        }
        return payments.record(purchase)
    }

    static let reporter = "a service"

    static let inspections: [Inspection<CheckoutMachine>] = [
        Inspection(name: "journal", help: "the transitions and tries so far") { machine in
            (machine.journal?.lines ?? []).map(\.withTypedRequest)
        },
        Inspection(name: "charges", help: "the receipts of all charges") { machine in
            machine.payments.charges.map { "receipt \($0.number): \($0.purchase.item), key \($0.purchase.key)" }
        },
        fault("failLogIn", "the next log-in fails") { $0.members.faults.fail("wrong password") },
        fault("failPayment", "the next payment fails before it is charged") { $0.payments.faults.fail("declined") },
        fault("loseAnswer", "the next payment fails after it was charged") {
            $0.payments.answerFaults.fail("the answer was lost")
        },
        fault("failPush", "the next notification fails") { $0.notifications.faults.fail("unreachable") },
        fault("slow", "each service takes 10 s from now on") { $0.setDelay(.seconds(10)) },
        fault("fast", "each service answers at once from now on") { $0.setDelay(.zero) },
    ]

    /// A fault to set up in the services; the inspection shows its meaning.
    private static func fault(
        _ name: String, _ help: String, make: @escaping @MainActor (CheckoutMachine) -> Void
    ) -> Inspection<CheckoutMachine> {
        Inspection(name: name, help: help) { machine in
            make(machine)
            return [help]
        }
    }

    private func setDelay(_ delay: Duration) {
        for faults in [members.faults, payments.faults, notifications.faults] { faults.slow(to: delay) }
    }

    static let overview = Overview(CheckoutContrast.overview)

    static let contrasts = [
        Contrast(
            "checkout", "the checkout and the same machine as an enum", CheckoutContrast.machine, CheckoutContrast.twin)
    ]

    static let tour: [(caption: String, requests: String)] = [
        (
            "Each job is done by a module, when the flow asks for it; the module reports the result.",
            "logIn ada loggedIn purchase tea paid pushed logOut"
        ),
        ("A log-in that fails says why, and may be tried again.", "logIn ada logInFailed mistyped logIn ada loggedIn"),
        (
            "A payment may be tried again and again: its key is that of the purchase, so it is charged once.",
            "logIn ada loggedIn purchase tea paymentFailed declined retry answerLost retry paid"
        ),
        (
            "A notification that fails loses no payment.",
            "logIn ada loggedIn purchase tea paid pushFailed unreachable retry pushFailed unreachable cancel"
        ),
        (
            "A payment that is given up is over: its result is dropped, and the next purchase has a key of its own.",
            "logIn ada loggedIn purchase tea cancel paid purchase tea paid pushed"
        ),
    ]
}

extension Checkout.Report {
    fileprivate var tryNumber: Int {
        switch self {
        case .loggedIn(let number), .logInFailed(_, let number), .paid(_, let number), .paymentFailed(_, let number),
            .pushed(let number), .pushFailed(_, let number):
            number
        }
    }

    /// The report as it would be typed.
    fileprivate var name: String {
        switch self {
        case .loggedIn: "loggedIn"
        case .logInFailed(let reason, _): "logInFailed \(reason)"
        case .paid: "paid"
        case .paymentFailed(let reason, _): "paymentFailed \(reason)"
        case .pushed: "pushed"
        case .pushFailed(let reason, _): "pushFailed \(reason)"
        }
    }
}
