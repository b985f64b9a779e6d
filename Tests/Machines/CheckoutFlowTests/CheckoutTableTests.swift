import CheckoutFlow
import EnumTwins
import StatePattern
import Testing

/// The table of the flow, cell by cell, on the classes and on the enum.
@Suite struct CheckoutTableTests {
    @Test(arguments: Machine.allCases, Cell.table)
    func `A checkout reacts to a request as its table says`(machine: Machine, cell: Cell) {
        let flow = machine.make()
        cell.situation.reach(with: flow)
        #expect(flow.phase.description == cell.situation.path)
        let tries = flow.tryNumber

        #expect(CheckoutContrast.perform(cell.request, on: flow) == cell.outcome)

        #expect(flow.phase.description == cell.target.path)
        #expect(flow.progress.kind == cell.target.progress)
        #expect(flow.tryNumber - tries == (cell.beginsTry ? 1 : 0))
        #expect((flow.receipt != nil) == cell.target.isPaid)
    }

    @Test(arguments: Machine.allCases, Situation.allCases)
    func `A checkout refuses every request that its table does not mention, and nothing changes`(
        machine: Machine, situation: Situation
    ) {
        let mentioned = Set(Cell.table.filter { $0.situation == situation }.map(\.request))
        for request in CheckoutVariant.askable where !mentioned.contains(request) {
            let flow = machine.make()
            situation.reach(with: flow)
            let (progress, tries, receipt) = (flow.progress, flow.tryNumber, flow.receipt)

            #expect(
                CheckoutContrast.perform(request, on: flow) == situation.answer(toUnmentioned: request), "\(request)")

            #expect(flow.phase.description == situation.path)
            #expect(flow.progress == progress)
            #expect(flow.tryNumber == tries)
            #expect(flow.receipt == receipt)
        }
    }

    @Test func `The table mentions each cell at most once`() {
        #expect(Set(Cell.table.map { "\($0)" }).count == Cell.table.count)
        #expect(Cell.table.count == 24)
    }

    @Test func `A request of a flow to itself comes before every request of an observer`() {
        let flow = Situation.beforePayment.reach(with: Checkout.Flow())
        var journal: [String] = []
        flow.observe { [unowned flow] transition in
            journal.append("\(transition)")
            if transition.target.name == "PaymentSuccess" { flow.cancel() }
        }
        _ = CheckoutContrast.perform(CheckoutVariant.paid, on: flow)
        #expect(
            journal == [
                "paid(_:try:): BeforePayment → PaymentSuccess", "preparePush(): PaymentSuccess → BeforePush",
                "cancel(): BeforePush → Stable",
            ])
        #expect(flow.receipt != nil)
    }

    @Test func `Logging out forgets the member, the purchase and the receipt`() {
        let flow = Situation.stablePaid.reach(with: Checkout.Flow())
        #expect(flow.member == "ada")
        #expect(flow.latestPurchase?.item.name == "Tea")
        flow.logOut()
        #expect(flow.member == nil)
        #expect(flow.latestPurchase == nil)
        #expect(flow.receipt == nil)
    }

    @Test func `The reason of a failure is kept until there is another try, or another state`() {
        let flow = Situation.logInFailed.reach(with: Checkout.Flow())
        #expect(flow.progress.failure == "wrong password")
        flow.logIn(Credentials("ada", password: "countess"))
        #expect(flow.progress.failure == nil)
        flow.loggedIn(try: 2)
        flow.purchase(Item("Tea", price: .eur(cents: 420)))
        flow.paymentFailed(reason: "card declined", try: 3)
        #expect(flow.progress.failure == "card declined")
        flow.cancel()
        #expect(flow.progress == .idle)
    }
}

/// The outcome of a request in a situation.
struct Cell: Sendable, CustomStringConvertible {
    let situation: Situation
    let request: CheckoutVariant
    let outcome: Outcome
    let target: Situation
    /// True if a module gets a job.
    let beginsTry: Bool

    init(
        _ situation: Situation, _ request: CheckoutVariant, _ outcome: Outcome, _ target: Situation,
        beginsTry: Bool = false
    ) {
        self.situation = situation
        self.request = request
        self.outcome = outcome
        self.target = target
        self.beginsTry = beginsTry
    }

    var description: String { "\(request) in \(situation)" }
}

extension Cell {
    static let table = [
        Cell(.beforeLogIn, .logIn, .handled, .loggingIn, beginsTry: true),
        Cell(.loggingIn, .logIn, .handled, .loggingIn, beginsTry: true),
        Cell(.loggingIn, .loggedIn, .transitioned, .afterLogIn),
        Cell(.loggingIn, .logInFailed, .handled, .logInFailed),
        Cell(.loggingIn, .cancel, .handled, .beforeLogIn),
        Cell(.logInFailed, .logIn, .handled, .loggingIn, beginsTry: true),

        Cell(.afterLogIn, .purchase, .transitioned, .beforePayment, beginsTry: true),
        Cell(.afterLogIn, .logOut, .transitioned, .beforeLogIn),

        Cell(.beforePayment, .paid, .transitioned, .beforePush, beginsTry: true),
        Cell(.beforePayment, .paymentFailed, .handled, .paymentFailed),
        Cell(.beforePayment, .retry, .handled, .beforePayment, beginsTry: true),
        Cell(.beforePayment, .cancel, .transitioned, .stable),
        Cell(.paymentFailed, .retry, .handled, .beforePayment, beginsTry: true),
        Cell(.paymentFailed, .cancel, .transitioned, .stable),

        Cell(.beforePush, .pushed, .transitioned, .stablePaid),
        Cell(.beforePush, .pushFailed, .handled, .pushFailed),
        Cell(.beforePush, .retry, .handled, .beforePush, beginsTry: true),
        Cell(.beforePush, .cancel, .transitioned, .stablePaid),
        Cell(.pushFailed, .retry, .handled, .beforePush, beginsTry: true),
        Cell(.pushFailed, .cancel, .transitioned, .stablePaid),

        Cell(.stable, .purchase, .transitioned, .beforePayment, beginsTry: true),
        Cell(.stable, .logOut, .transitioned, .beforeLogIn),
        Cell(.stablePaid, .purchase, .transitioned, .beforePayment, beginsTry: true),
        Cell(.stablePaid, .logOut, .transitioned, .beforeLogIn),
    ]
}
