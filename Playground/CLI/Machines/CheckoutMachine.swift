import CheckoutFlow
import CheckoutModules
import EnumTwins
import StateExploration
import StateInspector
import StatePattern

/// The checkout of a shop with services in memory: in real time they report by themselves; otherwise, their reports are
/// typed.
final class CheckoutMachine: Machine {
    static let name = "checkout"
    static let summary = "log in, pay, be notified: modules that only observe one flow"
    static let remarkOnUndo: String? =
        "The services have started again, without faults: their charges can differ from those before."

    private let flow: any CheckoutLike
    private let checkout: Checkout?
    private var journal: [String] = []
    private let log = SequenceLog()
    private let members = InMemoryMembers()
    private let payments = InMemoryPayments()
    private let notifications = InMemoryNotifications()
    private var effects: [String] = []
    /// The tries with results that have been received.
    private var received: Set<Int> = []

    init(inRealTime: Bool) {
        let makeKey = CheckoutContrast.counter()
        checkout =
            inRealTime
            ? Checkout(members: members, payments: payments, notifications: notifications, makeKey: makeKey) : nil
        let flow = checkout?.flow ?? Checkout.Flow(makeKey: makeKey)
        self.flow = flow
        flow.observe(for: self) { machine, flow, transition in
            machine.journal.append("\(transition)")
            if let current = flow.currentTry { machine.effects.append("\(current)") }
        }
    }

    private init(_ twin: CheckoutEnum) {
        flow = twin
        checkout = nil
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
        if let current = flow.currentTry { words.append("try \(current.number) in progress") }
        if let failure = flow.failure { words.append("failed: \(failure)") }
        return words.joined(separator: ", ")
    }

    func takeEffects() -> [String] {
        defer { effects = [] }
        return effects
    }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        guard let flow = flow as? Checkout.Flow else { return }
        log.follow(flow, named: Self.name)
        flow.observeRequests { tell(ObservedRequest($0)) }
        flow.activate()
    }

    func follow(with inspector: Inspector) throws -> InspectedMachine {
        try follow(flow as? Checkout.Flow, with: inspector)
    }

    func listen(_ perform: (Request<CheckoutMachine>) -> Void) async {
        guard let checkout else { return }
        // A machine that was made again has received what its services will report again.
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
            Command("logIn", "<name>", example: "ada", "log in, in place of any log-in in progress", read: { $0 }) {
                $0.flow.perform(.logIn(Credentials($1, password: "secret")))
            },
            Command("logOut", "forget the member") { $0.flow.perform(.logOut) },
            Command("purchase", "<item>", example: "tea", "purchase an item, for 4.20 EUR", read: { $0 }) {
                $0.flow.perform(.purchase(Item($1, price: .eur(cents: 420))))
            },
            Command("retry", "try the payment or the notification again") { $0.flow.perform(.retry) },
            Command("cancel", "cancel the log-in, the payment (it is voided then) or the notification") {
                $0.flow.perform(.cancel)
            },
        ] + reports.map(\.asReport)

    private static let reports: [Command<CheckoutMachine>] = [
        Command("loggedIn", "the member service lets the member in") { $0.flow.perform(.loggedIn) },
        Command("paid", "the payment service has charged") { $0.flow.perform(.paid($0.charge())) },
        Command("answerLost", "the payment service has charged, and its answer was lost") { machine in
            _ = machine.charge()
            return machine.flow.perform(.failed(reason: "the answer was lost"))
        },
        Command("voided", "the payment service has voided the purchase") { machine in
            machine.voidPurchase()
            return machine.flow.perform(.voided)
        },
        Command("pushed", "the push service has notified the member") { $0.flow.perform(.pushed) },
        report("declined", "a service says no: it has done nothing") { .declined(reason: $0) },
        report("failed", "a service gives no answer") { .failed(reason: $0) },
    ]

    /// A report about the latest try, with a reason that is typed; if that try is over, it comes too late, and is dropped.
    private static func report(
        _ name: String, _ help: String, request: @escaping @MainActor (String) -> Checkout.Flow.Request
    ) -> Command<CheckoutMachine> {
        Command(name, "<reason>", example: "reason", help, read: { $0 }) { $0.flow.perform(request($1)) }
    }

    /// Charges for the purchase of the current try, as the payment service does; without one, the receipt is for nothing.
    private func charge() -> PaymentReceipt {
        if case .payment(let purchase)? = flow.currentTry?.job, let receipt = try? payments.record(purchase) {
            return receipt
        }
        let nothing = Purchase(item: Item("nothing", price: .eur(cents: 0)), key: IdempotencyKey("0"))
        return PaymentReceipt(number: 0, purchase: flow.latestPurchase ?? nothing)
    }

    /// Voids the purchase of the current try, as the payment service does.
    private func voidPurchase() {
        if case .void(let purchase)? = flow.currentTry?.job { try? payments.recordVoid(purchase) }
    }

    static let reporter = "a service"

    static let inspections: [ShellCommand<CheckoutMachine>] = [
        ShellCommand(name: "journal", help: "the transitions so far") { machine in
            machine.journal.map(\.withTypedRequest)
        },
        ShellCommand(name: "sequence", argument: "[mermaid]", help: SequenceLog.help) { shell, format in
            for line in try shell.playthrough.machine.log.lines(as: format) { Terminal.print(line) }
        },
        ShellCommand(name: "charges", help: "the receipts of all charges") { machine in
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
    ) -> ShellCommand<CheckoutMachine> {
        ShellCommand(name: name, help: help) { machine in
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
        ("A log-in that fails says why, and may be tried again.", "logIn ada declined mistyped logIn ada loggedIn"),
        (
            "A payment may be tried again and again: its key is that of the purchase, so it is charged once.",
            "logIn ada loggedIn purchase tea declined no-funds retry answerLost retry paid"
        ),
        (
            "A notification that fails loses no payment.",
            "logIn ada loggedIn purchase tea paid failed unreachable retry failed unreachable cancel"
        ),
        (
            "A payment that is canceled may have been charged, so it is voided; the next purchase waits for that.",
            "logIn ada loggedIn purchase tea answerLost cancel purchase cake voided paid pushed"
        ),
    ]
}

extension Checkout.Report {
    fileprivate var tryNumber: Int {
        switch self {
        case .loggedIn(let number), .paid(_, let number), .voided(let number), .pushed(let number),
            .declined(_, let number), .failed(_, let number):
            number
        }
    }

    /// The report as it would be typed.
    fileprivate var name: String {
        switch self {
        case .loggedIn: "loggedIn"
        case .paid: "paid"
        case .voided: "voided"
        case .pushed: "pushed"
        case .declined(let reason, _): "declined \(reason)"
        case .failed(let reason, _): "failed \(reason)"
        }
    }
}
