import CheckoutFlow
import CheckoutModules
import InMemoryServices
import StatePattern
import TestSupport
import Testing

/// A payment charges once, however often it is tried; and no push loses a payment.
@Suite(.timeLimit(.minutes(60))) struct CheckoutPaymentTests {
    private let shop = Shop()

    @Test(arguments: [1, 2, 10], [false, true])
    func `A payment that fails before it is charged, or after it, is charged once, however often it is tried`(
        failures: Int, isCharged: Bool
    ) async {
        (isCharged ? shop.payments.answerFaults : shop.payments.faults).fail(times: failures, "no answer")
        var checkout = await shop.begin(.payment)
        for _ in 0..<failures {
            await checkout.receive()
            #expect(checkout.flow.phase == (isCharged ? .paymentUnknown : .paymentFailed))
            #expect(checkout.flow.failure == "no answer")
            #expect(checkout.flow.receipt == nil)
            #expect(shop.payments.ledger.charges.count == (isCharged ? 1 : 0))
            #expect(checkout.flow.retry() == .transitioned)
        }
        await checkout.receive()
        #expect(checkout.flow.phase == .pushing)
        #expect(checkout.flow.receipt == shop.payments.ledger.charges.first)
        #expect(shop.payments.ledger.charges.count == 1)
    }

    @Test(arguments: Purchase.others)
    func `The receipt of another purchase is a failure, and the payment can be tried again`(other: Purchase) async {
        var checkout = SteppedCheckout(shop.makeCheckout(payments: WrongPayments(other: other)))
        await checkout.beginPurchase()
        await checkout.receive()
        #expect(checkout.flow.failure == "the payment service sent the receipt of another purchase")
        #expect(checkout.flow.receipt == nil)
        #expect(checkout.flow.phase == .paymentUnknown)
        #expect(checkout.flow.retry() == .transitioned)
    }

    @Test func `A payment that is tried again while it is in progress is charged once`() async {
        shop.payments.answerFaults.slow(to: .seconds(5))
        var checkout = await shop.begin(.payment)
        await shop.clock.waitForSleepers(due: .seconds(5))
        #expect(shop.payments.ledger.charges.count == 1, "It is charged, and the answer is on its way.")
        for round in 1...3 {
            #expect(checkout.flow.retry() == .transitioned)
            #expect(shop.clock.cancelled == round, "The earlier try is given up.")
            await shop.clock.waitForSleepers(due: .seconds(5))
        }
        shop.clock.advance(by: .seconds(5))
        await checkout.receive()
        #expect(checkout.flow.phase == .pushing)
        #expect(shop.payments.ledger.charges.count == 1)
    }

    @Test func `A failed push loses no payment: it is tried again`() async {
        shop.notifications.faults.fail(times: 2, "no route")
        var checkout = await shop.begin(.payment)
        await checkout.receive()
        for _ in 1...2 {
            await checkout.receive()
            #expect(checkout.flow.failure == "no route")
            checkout.flow.retry()
        }
        await checkout.receive()
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.charges == [checkout.flow.receipt])
        #expect(shop.notifications.sent == shop.payments.ledger.charges)
    }

    /// As in 3-D Secure.
    @Test func `A payment waits for its buyer without a time limit, and is challenged once`() async throws {
        shop.payments.challengeNext()
        var checkout = SteppedCheckout(shop.makeCheckout(retrying: .seconds(1) ... .seconds(60)))
        await checkout.beginPurchase()
        for _ in 1...2 {
            await checkout.receive()
            #expect(checkout.flow.challenge == "https://bank.example/1")
            #expect(shop.limits.due == [])
            #expect(checkout.flow.refusal { checkout.flow.retry() } == "the payment waits for its buyer")
            // Too early, the first time: the bank waits for the same code.
            #expect(checkout.flow.confirm() == .transitioned)
        }
        #expect(shop.payments.ledger.challenges.count == 1)
        await checkout.receive()
        let receipt = try shop.payments.record(try #require(checkout.flow.latestPurchase))
        #expect(checkout.flow.confirm() == .transitioned)
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable && checkout.flow.challenge == nil)
        #expect(checkout.flow.receipt == receipt)
    }
}

/// A payment service that sends the receipt of another purchase.
private struct WrongPayments: PaymentService {
    let other: Purchase

    func charge(_ purchase: Purchase) async throws -> PaymentAnswer {
        .paid(PaymentReceipt(number: 1, purchase: other))
    }
    func void(_ purchase: Purchase) async throws -> PaymentReceipt? { nil }
}
