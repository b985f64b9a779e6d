import CheckoutFlow
import StatePattern
import Testing

/// The money of a purchase that is over, paid back.
@Suite(.timeLimit(.minutes(60))) struct `A refund` {
    private let shop = Shop()

    private func buy() async throws -> (SteppedCheckout, PaymentReceipt) {
        var checkout = await shop.beginPurchase()
        await checkout.receive(2)
        return (checkout, try #require(checkout.flow.receipt))
    }

    @Test func `is of the whole purchase, and made once`() async throws {
        var (checkout, receipt) = try await buy()
        #expect(checkout.flow.refund(receipt) == .transitioned)
        #expect(checkout.flow.phase == .voiding)
        #expect(checkout.flow.latestPurchase == receipt.purchase)
        #expect(checkout.flow.receipt == nil)
        await checkout.receive()
        #expect(checkout.flow.phase == .stable)
        #expect(checkout.flow.refund(receipt) == .transitioned, "the service knows")
        await checkout.receive()
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.charges == [])
        #expect(shop.payments.ledger.refunds == [receipt])
    }

    @Test func `is asked for again under the same key when its answer is lost`() async throws {
        var (checkout, receipt) = try await buy()
        shop.payments.answerFaults.fail(times: 2, "no answer")
        checkout.flow.refund(receipt)
        for _ in 1...2 {
            await checkout.receive()
            #expect(checkout.flow.phase == .voidFailed)
            #expect(checkout.flow.retry() == .transitioned)
            #expect(checkout.flow.phase == .voiding)
        }
        await checkout.receive()
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.refunds == [receipt])
    }

    @Test func `is possible after other purchases, and after another log-in`() async throws {
        var (checkout, tea) = try await buy()
        checkout.flow.purchase(Item("Cake", price: .eur(cents: 350)))
        await checkout.receive(2)
        let cake = try #require(checkout.flow.receipt)
        checkout.flow.refund(tea)
        await checkout.receive()
        #expect(shop.payments.ledger.charges == [cake])
        checkout.flow.logOut()
        checkout.flow.logIn(.ada)
        await checkout.receive()
        checkout.flow.refund(cake)
        await checkout.receive()
        #expect(shop.payments.ledger.refunds == [tea, cake])
    }
}
