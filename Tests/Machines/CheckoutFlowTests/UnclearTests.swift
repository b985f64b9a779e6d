import CheckoutFlow
import CheckoutModules
import InMemoryServices
import StatePattern
import TestSupport
import Testing

/// A payment service never answers, or its answers are lost.
@Suite(.timeLimit(.minutes(60))) struct `What is unclear` {
    private let shop = Shop()
    private var clock: ManualClock { shop.limits }

    private func makeCheckout(resuming saved: Checkout.Flow.Saved? = nil) -> SteppedCheckout {
        SteppedCheckout(shop.makeCheckout(retrying: .seconds(1) ... .seconds(60), resuming: saved))
    }

    @Test func `is asked again under the same key, after delays that grow with each try of a purchase`() async {
        shop.payments.answerFaults.fail(times: 8, "no answer")
        var checkout = makeCheckout()
        await checkout.beginPurchase()
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            await checkout.receive()
            #expect(checkout.flow.phase == .paymentUnknown)
            await clock.waitForSleepers(due: .seconds(seconds))
            clock.advance(by: .seconds(seconds) - .nanoseconds(1))
            #expect(clock.due == [.nanoseconds(1)])
            clock.advance(by: .nanoseconds(1))
            await checkout.receive()
            #expect(checkout.flow.phase == .paying)
        }
        await checkout.receive()
        #expect(checkout.flow.phase == .pushing)
        #expect(shop.payments.ledger.charges.count == 1)
        #expect(!clock.due.contains(.seconds(60)))
        await checkout.receive()
        shop.payments.answerFaults.fail("no answer")
        checkout.flow.purchase(.tea)
        await checkout.receive()
        await clock.waitForSleepers(due: .seconds(1))
    }

    @Test func `is asked again after the app was killed`() async {
        shop.payments.answerFaults.fail("no answer")
        var killed = makeCheckout()
        await killed.beginPurchase()
        await killed.receive()
        var checkout = makeCheckout(resuming: killed.flow.saved)
        #expect(checkout.flow.phase == .paymentUnknown)
        await clock.waitForSleepers(due: .seconds(1), .seconds(1))
        clock.advance(by: .seconds(1))
        await checkout.receive(2)
        #expect(checkout.flow.phase == .pushing)
        #expect(shop.payments.ledger.charges == [checkout.flow.receipt])
    }

    @Test func `is voided again when it was canceled, and never charged`() async {
        shop.payments.answerFaults.fail(times: 3, "no answer")
        var checkout = makeCheckout()
        await checkout.beginPurchase()
        await checkout.receive()
        checkout.flow.cancel()
        await checkout.receive()
        #expect(checkout.flow.phase == .voidFailed)
        #expect(shop.payments.ledger.charges == [])
        // By hand, and then by itself.
        #expect(checkout.flow.retry() == .transitioned)
        #expect(checkout.flow.phase == .voiding)
        await checkout.receive()
        #expect(checkout.flow.phase == .voidFailed)
        await clock.wake(after: .seconds(4))
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.refunds.count == 1)
        #expect(shop.payments.callCount == 1)
    }

    @Test func `is not asked by itself when it was declined, or when the client asks`() async {
        shop.payments.faults.fail("declined")
        var checkout = makeCheckout()
        await checkout.beginPurchase()
        await checkout.receive()
        #expect(checkout.flow.phase == .paymentFailed)
        #expect(clock.due == [])
        shop.payments.answerFaults.fail("no answer")
        checkout.flow.retry()
        await checkout.receive()
        await clock.waitForSleepers(due: .seconds(1))
        let late = Checkout.Report.retry(after: checkout.flow.tryNumber)
        checkout.flow.retry()
        #expect(!clock.due.contains(.seconds(1)))
        #expect(checkout.flow.receive(late) == .handled)
        await checkout.receive()
        #expect(checkout.flow.phase == .pushing)
    }

    @Test func `is left alone for some time, at most for a century`() async {
        shop.payments.answerFaults.fail("no answer")
        var checkout = SteppedCheckout(shop.makeCheckout(retrying: .seconds(1e10) ... .seconds(Int64.max)))
        await checkout.beginPurchase()
        await checkout.receive()
        await clock.waitForSleepers(due: .seconds(3_155_760_000))
    }
}
