import CheckoutFlow
import CheckoutModules
import InMemoryServices
import MachineModels
import StateExploration
import StateInspector
import StatePattern

/// The checkout of a shop with services in memory. In real time the services report by themselves; otherwise, the user
/// types their reports.
final class CheckoutMachine: Machine {
    static let name = "checkout"
    static let summary = "log in, pay, be notified: modules that only observe one flow"
    static let remarkOnUndo: String? =
        "The services have started again, without faults: their charges can differ from those before."

    private let flow: Checkout.Flow
    private let checkout: Checkout?
    private var journal: [String] = []
    private let log = RequestLog()
    private let members = InMemoryMembers()
    private let payments = InMemoryPayments()
    private let notifications = InMemoryNotifications()
    private var effects: [String] = []
    /// The reports that the flow has received.
    private var received: Set<Checkout.Report> = []

    init(inRealTime: Bool) {
        let makeKey = IdempotencyKey.counter()
        // Otherwise, the flow retries nothing by itself: the user types each retry.
        checkout =
            inRealTime
            ? Checkout(
                members: members, payments: payments, notifications: notifications, retrying: nil, makeKey: makeKey)
            : nil
        flow = checkout?.flow ?? Checkout.Flow(makeKey: makeKey)
        flow.observe(for: self) { machine, flow, transition in
            machine.journal.append("\(transition)")
            if let current = flow.currentTry { machine.effects.append("\(current)") }
        }
    }

    var state: String { "\(flow.phase)" }
    var stateInOverview: String { flow.stateInOverview }

    var detail: String {
        var words = [flow.member ?? "not logged in"]
        if let purchase = flow.latestPurchase {
            let charges = payments.ledger.charges.count { $0.purchase == purchase }
            words += ["\(purchase.item)", charges == 0 ? "not charged" : "charged \(charges) ×"]
        }
        if let current = flow.currentTry { words.append("try \(current.number) in progress") }
        if let failure = flow.failure { words.append("failed: \(failure)") }
        if let challenge = flow.challenge { words.append("buyer: \(challenge)") }
        return words.joined(separator: ", ")
    }

    func takeEffects() -> [String] {
        defer { effects = [] }
        return effects
    }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        log.follow(flow, named: Self.name)
        flow.observeRequests { tell(ObservedRequest($0)) }
        flow.activate()
    }

    func follow(in log: RequestLog) -> String { log.follow(flow, named: Self.name, saving: \.saved) }

    func listen(_ perform: (Request<CheckoutMachine>) -> Void) async {
        guard let checkout else { return }
        // After an undo, a fresh machine has replayed some reports, which its services then repeat.
        for await report in checkout.reports where !received.contains(report) {
            perform(Request(text: report.name) { $0.receive(report) })
        }
    }

    private func receive(_ report: Checkout.Report) -> Outcome {
        received.insert(report)
        return flow.receive(report)
    }
}

extension CheckoutMachine {
    static let replay: Playground.Replay = { try Checkout.Flow.replay($0, of: $1) }

    static let commands: [Command<CheckoutMachine>] =
        [
            Command("logIn", "<name>", example: "ada", "log in, in place of any log-in in progress", read: { $0 }) {
                $0.flow.logIn(Credentials($1, password: "secret"))
            },
            Command("logOut", "forget the member") { $0.flow.logOut() },
            Command("purchase", "<item>", example: "tea", "purchase an item, for 4.20 EUR", read: { $0 }) {
                $0.flow.purchase(Item($1, price: .eur(cents: 420)))
            },
            Command("retry", "try the payment, the voiding or the notification again") { $0.flow.retry() },
            Command("confirm", "ask again after the buyer has acted") { $0.flow.confirm() },
            Command("cancel", "cancel the log-in, the payment (it is voided then) or the notification") {
                $0.flow.cancel()
            },
            Command("refund", "refund the latest charge") {
                $0.flow.refund($0.payments.ledger.charges.last ?? $0.receipt)
            },
        ] + reports.map(\.asReport)

    private static let reports: [Command<CheckoutMachine>] = [
        Command("loggedIn", "the member service lets the member in") {
            $0.flow.receive(.loggedIn(try: $0.latestTry))
        },
        Command("challenged", "the payment service waits for the buyer") {
            $0.flow.receive(.challenged("code", try: $0.latestTry))
        },
        Command("paid", "the payment service has charged") { $0.flow.receive(.paid($0.charge())) },
        Command("answerLost", "the payment service has charged, and its answer was lost") { machine in
            _ = machine.charge()
            return machine.flow.receive(.failed(reason: "the answer was lost", try: machine.latestTry))
        },
        Command("voided", "the payment service has voided the purchase") { machine in
            let refunded = try? machine.payments.recordVoid(machine.purchase)
            return machine.flow.receive(refunded.map { .refunded($0) } ?? .voided(machine.purchase))
        },
        Command("pushed", "the push service has notified the member") { $0.flow.receive(.pushed($0.receipt)) },
        report("declined", "a service says no: it has done nothing") { .declined(reason: $0, try: $1) },
        report("failed", "a service gives no answer") { .failed(reason: $0, try: $1) },
    ]

    /// A command for a report about the latest try, with a typed reason. If that try is over, the flow drops the report
    /// as late.
    private static func report(
        _ name: String, _ help: String, make: @escaping @MainActor (_ reason: String, Int) -> Checkout.Report
    ) -> Command<CheckoutMachine> {
        Command(name, "<reason>", example: "reason", help, read: { $0 }) {
            $0.flow.receive(make($1, $0.latestTry))
        }
    }

    /// The number of the current try, or else a number that is out of date.
    private var latestTry: Int { flow.currentTry?.number ?? 0 }

    /// The flow's latest purchase, or else a purchase of nothing.
    private var purchase: Purchase {
        flow.latestPurchase
            ?? Purchase(item: Item("nothing", price: .eur(cents: 0)), key: IdempotencyKey("0"))
    }

    /// The receipt of the flow's purchase, or else a receipt that no service has issued.
    private var receipt: PaymentReceipt {
        flow.receipt ?? flow.refunded ?? payments.ledger.charges.first { $0.purchase == purchase }
            ?? PaymentReceipt(number: 0, purchase: purchase)
    }

    /// Charges for the purchase unless it is paid or canceled, and returns the receipt.
    private func charge() -> PaymentReceipt {
        let isOpen = [.paying, .challenged, .paymentFailed, .paymentUnknown].contains(flow.phase)
        return (isOpen ? try? payments.record(purchase) : nil) ?? receipt
    }

    static let reporter = "a service"

    static let inspections: [ShellCommand<CheckoutMachine>] = [
        ShellCommand(name: "journal", help: "the transitions so far") { machine in
            machine.journal.map(\.withoutLabels)
        },
        ShellCommand(name: "sequence", argument: "[mermaid]", help: RequestLog.help) { shell, format in
            for line in try shell.playthrough.machine.log.lines(as: format) { Terminal.print(line) }
        },
        ShellCommand(name: "charges", help: "the receipts of all charges") { machine in
            machine.payments.ledger.charges.map { "receipt \($0.number): \($0.purchase.item), key \($0.purchase.key)" }
        },
        fault("failLogIn", "the next log-in fails") { $0.members.faults.fail("wrong password") },
        fault("failPayment", "the next payment fails before it is charged") { $0.payments.faults.fail("declined") },
        fault("loseAnswer", "the next payment fails after it was charged") {
            $0.payments.answerFaults.fail("the answer was lost")
        },
        fault("challengePayment", "the next payment waits for its buyer") { $0.payments.challengeNext() },
        fault("typeCode", "the buyer has acted, and the bank charges") { machine in
            for purchase in machine.payments.ledger.challenges { _ = try? machine.payments.record(purchase) }
        },
        fault("failPush", "the next notification fails") { $0.notifications.faults.fail("unreachable") },
        fault("slow", "each service takes 10 s from now on") { $0.setDelay(.seconds(10)) },
        fault("fast", "each service answers at once from now on") { $0.setDelay(.zero) },
    ]

    /// A command that sets up a fault in the services, and prints its help.
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

    static let overview = Overview(
        Checkout.Flow.overview, isMergedOnPage: true, promises: Checkout.Flow.promises, of: Checkout.Flow.model)

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
        (
            "A buyer may have to act first. What was paid can be refunded afterwards.",
            "logIn ada loggedIn purchase tea challenged confirm paid pushed refund failed no-answer retry voided"
        ),
    ]
}

extension Checkout.Report {
    /// The report in the form in which a user types it.
    fileprivate var name: String {
        switch self {
        case .loggedIn: "loggedIn"
        case .challenged: "challenged"
        case .paid: "paid"
        case .voided, .refunded: "voided"
        case .pushed: "pushed"
        case .declined(let reason, _): "declined \(reason)"
        case .failed(let reason, _): "failed \(reason)"
        case .retry: "retry"
        }
    }
}
