import CheckoutFlow
import CheckoutModules
import InMemoryServices
import StatePattern
import TestSupport
import Testing

/// A job ends with its try, and a result that comes too late is dropped.
@Suite(.timeLimit(.minutes(60))) struct CheckoutCancellationTests {
    private let shop = Shop()

    @Test(arguments: Shop.Job.allCases)
    func `A job that is canceled cancels the call of its service: a payment is never charged, and a paid one stands`(
        job: Shop.Job
    ) async {
        [.logIn: shop.members.faults, .payment: shop.payments.faults, .push: shop.notifications.faults][job]?
            .slow(to: .seconds(5))
        var checkout = await shop.begin(job)
        await shop.clock.waitForSleepers(due: .seconds(5))
        #expect(checkout.flow.cancel() == .transitioned)
        #expect(shop.clock.cancelled == 1)
        if job == .payment {
            await shop.clock.wake(after: .seconds(5))
            await checkout.receive()
        }
        #expect(checkout.flow.phase == (job == .logIn ? .beforeLogIn : .stable))
        #expect(shop.payments.ledger.charges.count == (job == .push ? 1 : 0) && shop.payments.ledger.refunds == [])
        #expect(checkout.flow.receipt == shop.payments.ledger.charges.first)
        #expect(shop.notifications.sent == [] && shop.clock.due == [])
    }

    @Test @MainActor func `A run that is cancelled cancels the current job, which has failed, and is freed`() async {
        shop.members.faults.slow(to: .seconds(5))
        var checkout: Checkout? = shop.makeCheckout()
        weak let remaining = checkout
        var run: Task<Void, Never>? = Task { [checkout] in await checkout?.run() }
        checkout?.flow.logIn(.ada)
        await shop.clock.waitForSleepers(due: .seconds(5))
        run?.cancel()
        await run?.value
        #expect(shop.clock.due == [])
        #expect(checkout?.flow.failure == "the checkout has stopped")
        (run, checkout) = (nil, nil)
        #expect(remaining == nil)
    }

    @Test func `An answer that is queued is dropped when its try is over by then`() async {
        let flow = Checkout.Flow()
        flow.logIn(.ada)
        flow.loggedIn(try: 1)
        var outcomes: [Outcome] = []
        flow.observe { [unowned flow] transition in
            guard transition.target.name == "Paying", outcomes.isEmpty else { return }
            outcomes = [flow.retry(), flow.declined(reason: "no", try: 2), flow.cancel()]
        }
        flow.purchase(.tea)
        #expect(outcomes == [.queued, .queued, .queued])
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
