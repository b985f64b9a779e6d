import CheckoutFlow
import CheckoutModules
import StatePattern
import TestSupport
import Testing

/// The buyer acts in the middle of a charge, as in 3-D Secure.
@Suite(.timeLimit(.minutes(60))) struct `A payment that waits for its buyer` {
    private let shop = Shop()

    private func beginChallenge() async -> SteppedCheckout {
        shop.payments.challengeNext()
        var checkout = SteppedCheckout(shop.makeCheckout(retrying: .seconds(1) ... .seconds(60)))
        await checkout.beginPurchase()
        await checkout.receive()
        return checkout
    }

    @Test func `is charged when the buyer has acted`() async throws {
        var checkout = await beginChallenge()
        #expect(checkout.flow.phase == .challenged)
        #expect(checkout.flow.challenge == "https://bank.example/1")
        #expect(shop.payments.ledger.charges == [])
        let receipt = try shop.payments.record(try #require(checkout.flow.latestPurchase))
        #expect(checkout.flow.confirm() == .transitioned)
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable)
        #expect(checkout.flow.receipt == receipt)
        #expect(checkout.flow.challenge == nil)
    }

    @Test func `waits as long as the code is being typed, and is challenged once`() async {
        var checkout = await beginChallenge()
        #expect(shop.limits.due == [], "no time limit")
        shop.limits.advance(by: .seconds(86400))
        #expect(checkout.flow.refusal { checkout.flow.retry() } == "the payment waits for its buyer")
        #expect(checkout.flow.phase == .challenged)
        // Too early: the bank waits for the same code.
        #expect(checkout.flow.confirm() == .transitioned)
        await checkout.receive()
        #expect(checkout.flow.challenge == "https://bank.example/1")
        #expect(shop.payments.ledger.challenges.count == 1)
    }
}
