import CheckoutFlow
import MachineModels
import StatePattern
import TestSupport
import Testing

/// A service says by another way, such as a webhook, what has happened to a purchase.
@Suite struct `A fact from elsewhere` {
    /// The situations to which facts lead; a fact that is known leads to the same one.
    private static let table: [(state: Situation, paid: Situation, voided: Situation, pushed: Situation)] = [
        (.paying, .pushing, .stable, .stablePaid),
        (.challenged, .pushing, .stable, .stablePaid),
        (.paymentFailed, .pushing, .stable, .stablePaid),
        (.paymentUnknown, .pushing, .stable, .stablePaid),
        // What was charged is refunded, so it is not paid.
        (.voiding, .voiding, .stable, .voiding),
        (.voidFailed, .voidFailed, .stable, .voidFailed),
        (.voidingBefore, .voidingBefore, .paying, .voidingBefore),
        (.voidFailedBefore, .voidFailedBefore, .paying, .voidFailedBefore),
        (.pushing, .pushing, .stable, .stablePaid),
        (.pushFailed, .pushFailed, .stable, .stablePaid),
        (.stable, .stable, .stable, .stable),
        (.stablePaid, .stablePaid, .stable, .stablePaid),
    ]

    private func make(_ situation: Situation) -> Checkout.Flow {
        situation.reach(with: Checkout.Flow(makeKey: CheckoutModel.counter()))
    }

    @Test func `is accepted in every state in which it can be true, once`() throws {
        #expect(Self.table.map(\.state) == Situation.resting.filter { make($0).latestPurchase != nil })
        for (state, paid, voided, pushed) in Self.table {
            let purchase = try #require(make(state).latestPurchase)
            let receipt = make(state).receipt ?? PaymentReceipt(number: 1, purchase: purchase)
            let facts: [Checkout.Report] = [.paid(receipt), .voided(purchase), .pushed(receipt)]
            for (fact, target) in zip(facts, [paid, voided, pushed]) {
                let flow = make(state)
                #expect(flow.receive(fact) == (target == state ? .handled : .transitioned), "\(fact) in \(state)")
                #expect(CheckoutModel.state(of: flow) == target.name, "\(fact) in \(state)")
                #expect(flow.receive(fact) != .transitioned, "\(fact) in \(state), again")
                #expect(CheckoutModel.state(of: flow) == target.name, "\(fact) in \(state), again")
            }
        }
    }

    @Test(arguments: Situation.resting) func `about another purchase or charge reaches no state`(situation: Situation) {
        let flow = make(situation)
        let (key, receipt) = (flow.latestPurchase?.key ?? IdempotencyKey("1"), flow.receipt)
        let others = [
            Purchase(item: .tea, key: IdempotencyKey("other")),
            Purchase(item: Item("Tea", price: .eur(cents: 1)), key: key),
        ]
        var facts = others.map { Checkout.Report.voided($0) }
        var receipts = others.map { PaymentReceipt(number: receipt?.number ?? 1, purchase: $0) }
        if let receipt { receipts.append(PaymentReceipt(number: receipt.number + 1, purchase: receipt.purchase)) }
        facts += receipts.flatMap { [.paid($0), .pushed($0)] }
        for fact in facts {
            #expect(flow.receive(fact) == .unhandled)
            #expect(CheckoutModel.state(of: flow) == situation.name && flow.receipt == receipt)
        }
    }
}
