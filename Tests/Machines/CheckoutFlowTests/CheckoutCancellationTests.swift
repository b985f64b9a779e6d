import CheckoutFlow
import CheckoutModules
import StatePattern
import TestSupport
import Testing

/// A job ends with its try, and a result that comes too late is dropped.
@Suite(.timeLimit(.minutes(60))) struct CheckoutCancellationTests {
    private let shop = Shop()

    @Test func `A payment that is canceled before it is charged is never charged`() async {
        shop.payments.faults.slow(to: .seconds(5))
        var checkout = await shop.beginPurchase()
        await shop.clock.waitForSleepers(due: .seconds(5))

        #expect(checkout.flow.cancel() == .transitioned)

        #expect(shop.clock.cancelled == 1)
        await shop.clock.wake(after: .seconds(5))
        await checkout.receive()
        #expect(shop.payments.ledger.charges.isEmpty)
        #expect(shop.payments.ledger.refunds.isEmpty)
        #expect(checkout.flow.phase == .stable)
    }

    @Test func `A push that is not awaited any longer is cancelled, and the payment stands`() async {
        shop.notifications.faults.slow(to: .seconds(5))
        var checkout = await shop.beginPurchase()
        await checkout.receive()
        await shop.clock.waitForSleepers(due: .seconds(5))

        checkout.flow.cancel()

        #expect(shop.clock.due == [])
        #expect(shop.notifications.sent.isEmpty)
        #expect(checkout.flow.receipt == shop.payments.ledger.charges.first)
        #expect(checkout.flow.receipt != nil)
    }

    @Test(arguments: [false, true])
    func `A log-in that is not awaited any longer is cancelled, and its result comes too late`(hasResult: Bool) async {
        if !hasResult { shop.members.faults.slow(to: .seconds(5)) }
        var checkout = shop.open()
        checkout.flow.logIn(.ada)
        let late = hasResult ? await checkout.next() : .loggedIn(try: 1)
        if !hasResult { await shop.clock.waitForSleepers(due: .seconds(5)) }

        #expect(checkout.flow.cancel() == .transitioned)

        #expect(shop.clock.due == [])
        #expect(late.map { checkout.flow.receive($0) } == .handled)
        #expect(checkout.flow.phase == .beforeLogIn)
    }

    @Test @MainActor func `A run that is cancelled cancels the current job, which has then failed`() async {
        shop.members.faults.slow(to: .seconds(5))
        let checkout = shop.makeCheckout()
        let run = Task { await checkout.run() }
        checkout.flow.logIn(.ada)
        await shop.clock.waitForSleepers(due: .seconds(5))
        run.cancel()
        await run.value
        #expect(shop.clock.due == [])
        #expect(checkout.flow.failure == "the checkout has stopped")
    }

    @Test func `An answer that is queued is dropped when its try is over by then`() async {
        let flow = Checkout.Flow()
        flow.logIn(.ada)
        flow.loggedIn(try: 1)
        var outcomes: [Outcome] = []
        flow.observe { [unowned flow] transition in
            guard transition.target.name == "Paying" else { return }
            outcomes.append(flow.retry())
            outcomes.append(flow.declined(reason: "no", try: 2))
            outcomes.append(flow.cancel())
        }
        flow.purchase(.tea)
        #expect(outcomes.prefix(3) == [.queued, .queued, .queued])
        #expect(flow.phase == .voiding)
    }

    @Test func `A cancelled call of a service that ignores cancellation reports nothing`() async throws {
        let service = UncancellablePayments()
        var checkout = SteppedCheckout(shop.makeCheckout(payments: service))
        await checkout.beginPurchase()
        await service.gate.waitForSleepers(due: .seconds(1))
        checkout.flow.retry()
        await service.gate.waitForSleepers(due: .seconds(1), .seconds(1))
        let purchase = try #require(checkout.flow.latestPurchase)
        service.gate.advance(by: .seconds(1))
        #expect(await checkout.next() == .paid(PaymentReceipt(number: 1, purchase: purchase)))
    }
}

/// A payment service that answers when a test wants it to, cancelled or not.
final class UncancellablePayments: PaymentService {
    /// The clock of the answers; each takes a second.
    let gate = ManualClock()

    func charge(_ purchase: Purchase) async throws -> PaymentAnswer {
        // A separate task is not cancelled with the one that waits for it.
        let answer = Task { [gate] in try await gate.sleep(for: .seconds(1)) }
        try await answer.value
        return .paid(PaymentReceipt(number: 1, purchase: purchase))
    }

    func void(_ purchase: Purchase) async throws -> PaymentReceipt? { nil }
}
