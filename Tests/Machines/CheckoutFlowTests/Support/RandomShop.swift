import CheckoutFlow
import StateExploration
import StatePattern

/// A flow and a bank, with calls that come late, answers that are lost, webhooks that come twice, and ends of the app.
struct RandomShop {
    private(set) var bank = Bank()
    /// The phases that the flow has rested in.
    private(set) var phases: Set<Checkout.Flow.Phase> = []
    private var random: SeededGenerator
    private var flow = Checkout.Flow()
    private var saved: Checkout.Flow.Saved?
    /// Calls that the bank has not got yet.
    private var onTheWay: [(launch: Int, current: Checkout.Flow.Try)] = []
    private var answers: [Checkout.Report] = []
    private var begun = 0
    private var launches = 0
    private let makeKey: () -> IdempotencyKey
    /// The purchases that were canceled, or are to be refunded.
    private var canceled: Set<Purchase> = []
    /// The purchase of the latest report, if that says that it was voided.
    private var toldOf: Purchase?
    /// The receipts that a flow has had, in order.
    private var receipts: [PaymentReceipt] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var keys = 0
        makeKey = {
            keys += 1
            return IdempotencyKey("\(keys)")
        }
        launch()
    }

    /// Starts the app, again perhaps.
    private mutating func launch() {
        launches += 1
        flow = Checkout.Flow(resuming: saved, makeKey: makeKey)
        (begun, answers, toldOf) = (0, [], nil)
    }

    mutating func makeStep() {
        switch Int.random(in: 0..<48, using: &random) {
        case 0, 1: flow.logIn(.ada)
        case 2, 3, 4: flow.purchase(.tea)
        case 5: flow.retry()
        case 6: flow.cancel()
        case 7: if let receipt = receipts.randomElement(using: &random) { flow.refund(receipt) }
        case 8: flow.confirm()
        case 9: if Int.random(in: 0..<3, using: &random) == 0 { flow.logOut() }
        case 10:
            flow.deactivate()
            flow.activate()
        case 11: if Int.random(in: 0..<3, using: &random) == 0 { launch() }
        case 12, 13: flow.receive(.failed(reason: "no answer", try: flow.tryNumber))
        case 14: if flow.phase.isUnclear { flow.receive(.retry(after: flow.tryNumber)) }
        case 15, 16: bank.confirm()
        case 17: bank.chargeLate(using: &random)
        case 18: if Int.random(in: 0..<5, using: &random) == 0 { bank.voidOne(using: &random) }
        case 19, 20:
            let latest = bank.facts.suffix(Bool.random(using: &random) ? 2 : 20)
            if let fact = latest.randomElement(using: &random) { receive(fact) }
        case 21..<34: answerOne(isLost: Int.random(in: 0..<5, using: &random) == 0)
        default: receiveOne()
        }
        work()
    }

    /// The bank gets a call that is on the way.
    private mutating func answerOne(isLost: Bool) {
        guard !onTheWay.isEmpty else { return }
        let call = onTheWay.remove(at: Int.random(in: onTheWay.indices, using: &random))
        let chance = Int.random(in: 0..<8, using: &random)
        let answer =
            chance < 2
            ? .declined(reason: "no", try: call.current.number) : bank.answer(call.current, challenges: chance == 2)
        if call.launch == launches, !isLost { answers.append(answer) }
    }

    private mutating func receiveOne() {
        guard !answers.isEmpty else { return }
        receive(answers.remove(at: Int.random(in: answers.indices, using: &random)))
    }

    private mutating func receive(_ report: Checkout.Report) {
        let outcome = flow.receive(report)
        switch report {
        case .voided(let purchase): toldOf = purchase
        case .refunded(let receipt): toldOf = outcome == .unhandled ? nil : receipt.purchase
        case .paid(let receipt):
            toldOf = nil
            bank.late[receipt.purchase]?.isKnown = true
            // The flow says that it does nothing for this charge.
            if outcome == .unhandled { bank.late[receipt.purchase] = nil }
        default: toldOf = nil
        }
    }

    /// A module saves, and then calls its service.
    private mutating func work() {
        if let current = flow.currentTry, current.number != begun {
            saved = flow.saved
            begun = current.number
            onTheWay.append((launches, current))
            if case .void(let purchase) = current.job { canceled.insert(purchase) }
        }
        if Bool.random(using: &random) { saved = flow.saved ?? saved }
        if let receipt = flow.receipt, receipts.last != receipt {
            receipts.append(receipt)
            bank.forgotten.remove(receipt.purchase)
        }
        phases.insert(flow.phase)
    }

    /// The rules that are broken now.
    var mistakes: [String] {
        var mistakes = bank.mistakes
        if case .payment(let purchase)? = flow.currentTry?.job, canceled.contains(purchase) {
            mistakes.append("\(purchase) was canceled and is charged")
        }
        let open = [flow.latestPurchase, saved?.purchase]
        mistakes += bank.forgotten.filter { !open.contains($0) }.map { "\($0) was charged and forgotten" }
        if let receipt = flow.receipt, !bank.hasGiven(receipt) { mistakes.append("\(receipt) is not that of the bank") }
        if let toldOf, flow.receipt?.purchase == toldOf { mistakes.append("\(toldOf) was voided and counts as paid") }
        if flow.phase == .stable, flow.receipt == nil, let purchase = flow.latestPurchase, !bank.isVoided(purchase) {
            mistakes.append("\(purchase) is over and not voided")
        }
        return mistakes
    }

    /// Lets everything be answered, and returns true if no purchase is open then.
    mutating func settles() -> Bool {
        for late in bank.late.values where !late.isKnown { receive(.paid(late.receipt)) }
        for _ in 1...1_000 {
            bank.confirm()
            while !onTheWay.isEmpty { answerOne(isLost: false) }
            while !answers.isEmpty { receiveOne() }
            // What is still in progress has lost its answer.
            if let current = flow.currentTry { receive(.failed(reason: "no answer", try: current.number)) }
            if flow.phase == .challenged { flow.confirm() } else if flow.failure != nil { flow.retry() }
            work()
            if [.beforeLogIn, .logInFailed, .afterLogIn, .stable].contains(flow.phase), mistakes == [] {
                return bank.late.isEmpty
            }
        }
        return false
    }
}

/// A payment service without waiting.
struct Bank {
    private var voided: Set<Purchase> = []
    /// In order, so that a seed makes one run.
    private var challenged: [Purchase] = []
    /// The charges that were not refunded.
    private var charged: [Purchase: PaymentReceipt] = [:]
    /// The purchases among them with receipts that no flow has had.
    var forgotten: Set<Purchase> = []
    /// The charges that were made after a voiding and not refunded, unless a flow has said that it does not care.
    var late: [Purchase: (receipt: PaymentReceipt, isKnown: Bool)] = [:]
    /// All facts that there have been, for webhooks.
    private(set) var facts: [Checkout.Report] = []
    private var given: [Purchase: [PaymentReceipt]] = [:]
    private var refunded: [Purchase: PaymentReceipt] = [:]
    private(set) var lateCharges = 0
    private(set) var charges = 0
    private(set) var refunds = 0
    private(set) var confirmations = 0
    private(set) var mistakes: [String] = []

    mutating func answer(_ current: Checkout.Flow.Try, challenges: Bool) -> Checkout.Report {
        switch current.job {
        case .logIn: return .loggedIn(try: current.number)
        case .push(let receipt): return .pushed(receipt)
        case .void(let purchase):
            void(purchase)
            return refunded[purchase].map { .refunded($0) } ?? .voided(purchase)
        case .payment(let purchase):
            if voided.contains(purchase) { return .voided(purchase) }
            if let receipt = charged[purchase] { return .paid(receipt) }
            if challenges, !challenged.contains(purchase) { challenged.append(purchase) }
            if challenged.contains(purchase) { return .challenged("code", try: current.number) }
            return .paid(charge(purchase))
        }
    }

    private mutating func charge(_ purchase: Purchase) -> PaymentReceipt {
        charges += 1
        let receipt = PaymentReceipt(number: charges, purchase: purchase)
        charged[purchase] = receipt
        forgotten.insert(purchase)
        given[purchase, default: []].append(receipt)
        if given[purchase]?.count != 1 { mistakes.append("\(purchase) is charged twice") }
        facts.append(.paid(receipt))
        return receipt
    }

    private mutating func void(_ purchase: Purchase) {
        voided.insert(purchase)
        challenged.removeAll { $0 == purchase }
        forgotten.remove(purchase)
        late[purchase] = nil
        if let receipt = charged.removeValue(forKey: purchase) {
            refunds += 1
            refunded[purchase] = receipt
        }
        facts.append(.voided(purchase))
    }

    /// The buyers who are waited for act.
    mutating func confirm() {
        for purchase in challenged {
            confirmations += 1
            _ = charge(purchase)
        }
        challenged = []
    }

    /// The bank charges for a purchase that it has voided, against its word.
    mutating func chargeLate(using random: inout some RandomNumberGenerator) {
        guard case .voided(let purchase)? = facts.suffix(5).randomElement(using: &random), given[purchase] == nil
        else { return }
        lateCharges += 1
        late[purchase] = (charge(purchase), false)
        forgotten.remove(purchase)
    }

    /// The bank voids a purchase by itself.
    mutating func voidOne(using random: inout some RandomNumberGenerator) {
        if case .paid(let receipt)? = facts.suffix(5).randomElement(using: &random) {
            void(receipt.purchase)
        }
    }

    func hasGiven(_ receipt: PaymentReceipt) -> Bool { given[receipt.purchase]?.contains(receipt) == true }
    func isVoided(_ purchase: Purchase) -> Bool { voided.contains(purchase) }
}
