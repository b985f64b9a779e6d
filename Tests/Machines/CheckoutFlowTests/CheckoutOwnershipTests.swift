import CheckoutFlow
import CheckoutPayment
import InMemoryServices
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct CheckoutOwnershipTests {
    private let shop = Shop()

    @Test func `Dropping a checkout frees it, its flow and its states, cancels its job, and ends its reports`() async {
        shop.members.faults.slow(to: .seconds(5))
        var checkout: Checkout? = shop.makeCheckout()
        weak let remaining = checkout
        weak let remainingFlow = checkout?.flow
        weak let remainingState = checkout?.flow.state
        let reports = checkout!.reports
        checkout?.flow.logIn(.ada)
        await shop.clock.waitForSleepers(due: .seconds(5))
        #expect(remainingState != nil)
        checkout = nil
        #expect(remaining == nil && remainingFlow == nil && remainingState == nil)
        #expect(shop.clock.due == [])
        for await report in reports { Issue.record("\(report)") }
    }

    @Test(arguments: Situation.resting)
    func `Dropping a flow frees it and its states`(situation: Situation) {
        var flow: Checkout.Flow? = situation.reach()
        weak let remaining = flow
        weak let remainingState = flow?.state
        #expect(remainingState != nil)
        flow = nil
        #expect(remaining == nil)
        #expect(remainingState == nil)
    }

    @Test func `A module works without any other, until it is freed: the flow forgets it, and its task is cancelled`()
        async throws
    {
        let flow = Situation.paying.reach()
        let (reports, continuation) = AsyncStream.makeStream(of: Checkout.Report.self)
        var module: JobModule? = .payment(of: flow, service: shop.payments) { continuation.yield($0) }
        weak let remaining = module
        var iterator = reports.makeAsyncIterator()
        let report = await iterator.next()
        #expect(report == .paid(try #require(shop.payments.ledger.charges.first)))
        shop.payments.faults.slow(to: .seconds(5))
        flow.retry()
        await shop.clock.waitForSleepers(due: .seconds(5))
        module = nil
        #expect(remaining == nil)
        #expect(shop.clock.due == [])
        flow.retry()
        #expect(shop.clock.due == [])
    }
}
