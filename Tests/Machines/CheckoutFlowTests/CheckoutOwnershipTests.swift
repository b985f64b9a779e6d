import CheckoutFlow
import CheckoutPayment
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct CheckoutOwnershipTests {
    private let shop = Shop()

    @Test func `Dropping a checkout frees it, its flow and its states, and cancels the current job`() async {
        shop.members.faults.slow(to: .seconds(5))
        var checkout: Checkout? = shop.makeCheckout()
        weak let remaining = checkout
        weak let remainingFlow = checkout?.flow
        weak let remainingState = checkout?.flow.state
        checkout?.flow.logIn(.ada)
        await shop.clock.waitForSleepers(due: .seconds(5))
        #expect(remainingState != nil)

        checkout = nil

        #expect(remaining == nil)
        #expect(remainingFlow == nil)
        #expect(remainingState == nil)
        #expect(shop.clock.due == [])
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

    @Test func `A checkout is not kept alive by a task that waits for its reports`() async {
        shop.members.faults.slow(to: .seconds(5))
        var checkout: Checkout? = shop.makeCheckout()
        weak let remaining = checkout
        let reports = checkout!.reports
        checkout?.flow.logIn(.ada)
        await shop.clock.waitForSleepers(due: .seconds(5))
        checkout = nil
        #expect(remaining == nil)
        for await report in reports { Issue.record("\(report)") }
    }

    @Test @MainActor func `A checkout can be freed once its run has been cancelled`() async {
        var checkout: Checkout? = shop.makeCheckout()
        weak let remaining = checkout
        var run: Task<Void, Never>? = Task { [checkout] in await checkout?.run() }
        run?.cancel()
        await run?.value
        run = nil
        checkout = nil
        #expect(remaining == nil)
    }

    @Test func `A module that is freed cancels its task, and the flow forgets it`() async {
        shop.payments.faults.slow(to: .seconds(5))
        let flow = Situation.paying.reach()
        var module: JobModule? = .payment(of: flow, service: shop.payments) { _ in }
        weak let remaining = module
        await shop.clock.waitForSleepers(due: .seconds(5))
        module = nil
        #expect(remaining == nil)
        #expect(shop.clock.due == [])
        flow.retry()
        #expect(shop.clock.due == [])
    }
}
