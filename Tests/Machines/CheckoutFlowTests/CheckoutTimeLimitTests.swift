import CheckoutFlow
import CheckoutModules
import StatePattern
import TestSupport
import Testing

/// Services that never answer, or too late.
@Suite(.timeLimit(.minutes(60))) struct CheckoutTimeLimitTests {
    private let shop = Shop()

    /// Waits for the report of a service that is to fail, after its time.
    private func reportAfterLimit(_ checkout: inout SteppedCheckout) async -> Checkout.Report? {
        await shop.clock.waitForSleepers(due: .seconds(3600))
        await shop.limits.wake(after: .seconds(30))
        return await checkout.next()
    }

    @Test func `A log-in without an answer has failed, and is cancelled`() async {
        shop.members.faults.slow(to: .seconds(3600))
        var checkout = shop.open()
        checkout.flow.logIn(.ada)
        let report = await reportAfterLimit(&checkout)
        #expect(report == .failed(reason: "no answer within 30.0 seconds", try: 1))
        #expect(shop.clock.due == [])
        #expect(shop.clock.cancelled == 1)
    }

    @Test func `A payment that is tried again after its time is charged once, and a notification loses no payment`()
        async
    {
        var checkout = shop.open()
        shop.payments.answerFaults.slow(to: .seconds(3600))
        await checkout.beginPurchase()
        let report = await reportAfterLimit(&checkout)
        #expect(report == .failed(reason: "no answer within 30.0 seconds", try: 2))
        report.map { _ = checkout.flow.receive($0) }
        #expect(checkout.flow.failure == "no answer within 30.0 seconds")
        #expect(shop.payments.ledger.charges.count == 1)  // It was charged; its answer did not come.

        shop.payments.answerFaults.slow(to: .zero)
        shop.notifications.faults.slow(to: .seconds(3600))
        checkout.flow.retry()
        await checkout.receive()
        #expect(checkout.flow.phase == .pushing)
        #expect(await reportAfterLimit(&checkout) == .failed(reason: "no answer within 30.0 seconds", try: 4))
        #expect(shop.payments.ledger.charges.count == 1)
        #expect(checkout.flow.receipt == shop.payments.ledger.charges.first)
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

    @Test func `An answer in time leaves no timer behind`() async {
        var checkout = await shop.beginPurchase()
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable)
        #expect(shop.limits.due == [])
    }

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
    func `The longest times end no program: they are a century`(time: Duration) async {
        let members = InMemoryMembers()
        members.faults.slow(to: time)
        let checkout = Checkout(members: members, within: time, clock: shop.limits)
        checkout.flow.logIn(.ada)
        #expect(checkout.flow.currentTry != nil)
        await shop.limits.waitForSleepers(due: .seconds(3_155_760_000))
        let passing = Task { try await members.faults.pass() }
        passing.cancel()
        await #expect(throws: CancellationError.self) { try await passing.value }
        checkout.flow.cancel()
    }

    @Test func `A service must be allowed some time`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Checkout(within: .zero)
        }
        #expect(result?.errors.contains("A service must be allowed some time.") == true)
    }
}
