import CheckoutFlow
import CheckoutModules
import InMemoryServices
import StatePattern
import TestSupport
import Testing

/// Services that never answer, or too late.
@Suite(.timeLimit(.minutes(60))) struct CheckoutTimeLimitTests {
    private let shop = Shop()

    @Test(arguments: Shop.Job.allCases)
    func `A service without an answer has failed, is cancelled, and loses no payment`(job: Shop.Job) async {
        let faults = [
            .logIn: shop.members.faults, .payment: shop.payments.answerFaults, .push: shop.notifications.faults,
        ][job]
        faults?.slow(to: .seconds(3600))
        var checkout = await shop.begin(job)
        await shop.clock.waitForSleepers(due: .seconds(3600))
        await shop.limits.wake(after: .seconds(30))
        await checkout.receive()
        #expect(checkout.flow.failure == "no answer within 30.0 seconds")
        #expect(shop.clock.cancelled == 1)
        #expect(shop.payments.ledger.charges.count == (job == .logIn ? 0 : 1), "charged, if not answered")
        faults?.slow(to: .zero)
        if job == .logIn { return }
        checkout.flow.retry()
        await checkout.receive(job == .payment ? 2 : 1)
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.charges == [checkout.flow.receipt])
        #expect(shop.limits.due == [], "An answer in time leaves no timer behind.")
    }

    @Test func `A service whose answer comes after its time is not believed, whatever it does, and asked again`()
        async throws
    {
        let service = UncancellablePayments()
        var checkout = SteppedCheckout(shop.makeCheckout(payments: service))
        await checkout.beginPurchase()
        await service.gate.waitForSleepers(due: .seconds(1))
        await shop.limits.wake(after: .seconds(30))
        await checkout.receive()
        #expect(checkout.flow.failure == "no answer within 30.0 seconds")
        service.gate.advance(by: .seconds(1))
        checkout.flow.cancel()
        #expect(await checkout.next() == .voided(try #require(checkout.flow.latestPurchase)))
    }

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
    func `The longest times end no program: they are a century`(time: Duration) async {
        let members = InMemoryMembers()
        members.faults.slow(to: time)
        let checkout = Checkout(
            members: members, payments: shop.payments, notifications: shop.notifications, within: time,
            clock: shop.limits)
        checkout.flow.logIn(.ada)
        #expect(checkout.flow.currentTry != nil)
        await shop.limits.waitForSleepers(due: .seconds(3_155_760_000))
        let passing = Task { try await members.faults.pass() }
        passing.cancel()
        await #expect(throws: CancellationError.self) { try await passing.value }
        checkout.flow.cancel()
    }
}
