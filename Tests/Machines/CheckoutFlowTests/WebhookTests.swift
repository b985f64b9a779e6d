import CheckoutFlow
import CheckoutModules
import StatePattern
import Synchronization
import TestSupport
import Testing

/// A service says by another way, such as a webhook, what has happened to a purchase.
@Suite struct `A fact from elsewhere` {
    @Test(arguments: Situation.resting) func `about another purchase or charge reaches no state`(situation: Situation) {
        let flow = situation.reach()
        let (key, receipt) = (flow.latestPurchase?.key ?? IdempotencyKey("1"), flow.receipt)
        let others = [
            Purchase(item: .tea, key: IdempotencyKey("other")),
            Purchase(item: Item("Tea", price: .eur(cents: 1)), key: key),
        ]
        var facts = others.map { Checkout.Report.voided($0) }
        var receipts = others.map { PaymentReceipt(number: receipt?.number ?? 1, purchase: $0) }
        if let receipt { receipts.append(PaymentReceipt(number: receipt.number + 1, purchase: receipt.purchase)) }
        facts += receipts.flatMap { [.paid($0), .pushed($0), .refunded($0)] }
        let saved = flow.saved
        for fact in facts {
            #expect(flow.receive(fact) == .unhandled, "\(fact)")
            #expect(flow.saved == saved)
        }
    }

    /// The bank has not charged when the purchase is voided, and then charges all the same.
    @Test(arguments: [false, true], [false, true])
    func `about a charge after a voiding gives the money back`(isVoided: Bool, isPushed: Bool) async throws {
        let bank = LateBank()
        var checkout = SteppedCheckout(Checkout(payments: bank, retrying: nil))
        await checkout.beginPurchase()
        await checkout.receive()
        #expect(checkout.flow.phase == .paymentUnknown)
        checkout.flow.cancel()
        let answer = try #require(await checkout.next())
        if isVoided { checkout.flow.receive(answer) }
        let receipt = PaymentReceipt(number: 1, purchase: try #require(checkout.flow.latestPurchase))
        bank.charge.withLock { $0 = receipt }
        let fact = isPushed ? Checkout.Report.pushed(receipt) : .paid(receipt)
        #expect(checkout.flow.receive(fact) == (isVoided ? .transitioned : .handled))
        if !isVoided { checkout.flow.receive(answer) }
        #expect(checkout.flow.phase == .voiding)
        await checkout.receive()
        #expect(checkout.flow.phase == .stable)
        #expect(checkout.flow.refunded == receipt)
        #expect(checkout.flow.receive(fact) == .handled, "known")
    }
}

/// A payment service that gives no answer to a charge, and charges after it has voided.
private final class LateBank: PaymentService {
    let charge = Mutex<PaymentReceipt?>(nil)

    func charge(_ purchase: Purchase) async throws -> PaymentAnswer { throw CancellationError() }
    func void(_ purchase: Purchase) async throws -> PaymentReceipt? { charge.withLock { $0 } }
}
