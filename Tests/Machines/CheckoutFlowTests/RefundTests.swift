import CheckoutFlow
import InMemoryServices
import StatePattern
import Testing

/// The money of a purchase that is over, paid back.
@Suite(.timeLimit(.minutes(60))) struct `A refund` {
    private let shop = Shop()

    private func buy() async throws -> (SteppedCheckout, PaymentReceipt) {
        var checkout = await shop.begin(.payment)
        await checkout.receive(2)
        return (checkout, try #require(checkout.flow.receipt))
    }

    @Test func `is of the whole purchase, and made once`() async throws {
        var (checkout, receipt) = try await buy()
        #expect(checkout.flow.refund(receipt) == .transitioned)
        #expect(checkout.flow.phase == .voiding)
        #expect(checkout.flow.latestPurchase == receipt.purchase)
        #expect(checkout.flow.receipt == nil)
        for _ in 1...2 {
            await checkout.receive()
            #expect(checkout.flow.phase == .stable)
            #expect(checkout.flow.refunded == receipt)
            let resumed = Checkout.Flow(resuming: checkout.flow.saved)
            #expect(resumed.receive(.paid(receipt)) == .handled, "known")
            #expect(checkout.flow.refund(receipt) == .transitioned, "the service knows")
        }
        await checkout.receive()
        #expect(shop.payments.ledger.charges == [])
        #expect(shop.payments.ledger.refunds == [receipt])
    }

    @Test func `of a receipt that the service has never given says that nothing is refunded`() async throws {
        var (checkout, receipt) = try await buy()
        for other in Purchase.others {
            checkout.flow.refund(PaymentReceipt(number: 1, purchase: other))
            await checkout.receive()
            #expect(checkout.flow.phase == .stable)
            #expect(checkout.flow.receipt == nil && checkout.flow.refunded == nil)
        }
        #expect(shop.payments.ledger.charges == [receipt])
        checkout.flow.refund(PaymentReceipt(number: 7, purchase: receipt.purchase))
        await checkout.receive()
        #expect(checkout.flow.refunded == receipt, "the receipt that was given")
    }

    @Test func `is possible after other purchases, and after another log-in`() async throws {
        var (checkout, tea) = try await buy()
        checkout.flow.purchase(Item("Cake", price: .eur(cents: 350)))
        await checkout.receive(2)
        checkout.flow.logOut()
        checkout.flow.logIn(.ada)
        await checkout.receive()
        checkout.flow.refund(tea)
        await checkout.receive()
        #expect(shop.payments.ledger.refunds == [tea])
        #expect(shop.payments.ledger.charges.map(\.purchase.item.name) == ["Cake"])
    }
}
