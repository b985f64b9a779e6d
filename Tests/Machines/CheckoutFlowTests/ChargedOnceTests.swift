import CheckoutFlow
import CheckoutModules
import Foundation
import InMemoryServices
import MachineModels
import StatePattern
import Synchronization
import TestSupport
import Testing

/// A purchase is charged once at most, whatever happens: over lost answers, cancellations and the ends of the app.
@Suite(.timeLimit(.minutes(60))) struct `A purchase is charged at most once` {
    private let shop = Shop()

    @Test func `when it is canceled while its answer is on the way, and bought again`() async throws {
        shop.payments.answerFaults.slow(to: .seconds(2))
        var checkout = await shop.begin(.payment)
        await shop.clock.waitForSleepers(due: .seconds(2))
        #expect(shop.payments.ledger.charges.count == 1)
        #expect(checkout.flow.cancel() == .transitioned)
        try #require(checkout.flow.purchase(.tea) == .deferred)
        #expect(checkout.flow.refusal { checkout.flow.purchase(.tea) } == "another purchase waits already")
        await shop.clock.wake(after: .seconds(2))
        await checkout.receive()
        #expect(checkout.flow.phase == .paying)
        await shop.clock.wake(after: .seconds(2))
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.charges == [checkout.flow.receipt])
        #expect(shop.payments.ledger.refunds.map(\.purchase.key.description) == ["1"])
    }

    /// A module is asked once for a save that fails, and does not try again by itself.
    @Test func `and is not tried when it cannot be saved`() async {
        var attempts: [Checkout.Flow.Phase] = []
        var checkout = SteppedCheckout(
            shop.makeCheckout { saved in
                attempts.append(saved.phase)
                if saved.phase == .paying { throw ServiceError("disk full") }
            })
        await checkout.beginPurchase()
        await checkout.receive()
        #expect(checkout.flow.phase == .paymentFailed)
        #expect(checkout.flow.failure == "it could not be saved: disk full")
        #expect(attempts.filter { $0 == .paying } == [.paying])
        #expect(shop.payments.callCount == 0)
    }

    @Test func `and is saved as over before the flow rests`() async {
        var phases: [Checkout.Flow.Phase] = []
        var checkout = SteppedCheckout(shop.makeCheckout { phases.append($0.phase) })
        await checkout.beginPurchase()
        await checkout.receive(2)
        #expect(phases.suffix(4) == [.paying, .paymentSuccess, .pushing, .stable])
    }

    @Test(arguments: [false, true]) func `when the app ends between the charge and its answer`(hasKey: Bool) async {
        let store = Mutex<Checkout.Flow.Saved?>(nil)
        func launch() -> SteppedCheckout {
            SteppedCheckout(
                shop.makeCheckout(
                    resuming: store.withLock { $0 }, save: { saved in store.withLock { $0 = saved } },
                    makeKey: { hasKey ? IdempotencyKey("cart 7") : .random() }))
        }
        shop.payments.answerFaults.slow(to: .seconds(60))
        do {
            var killed = launch()
            await killed.beginPurchase()
            await shop.clock.waitForSleepers(due: .seconds(60))
        }
        shop.payments.answerFaults.slow(to: .zero)
        var checkout = launch()
        #expect(checkout.flow.phase == .paying)
        #expect(checkout.flow.member == "ada")
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.ledger.charges == [checkout.flow.receipt])
    }

    @Test(arguments: Situation.resting)
    func `from each situation that is saved and resumed`(situation: Situation) throws {
        let flow = situation.reach()
        let saved = try #require(flow.saved)
        let resumed = Checkout.Flow(
            resuming: try JSONDecoder().decode(Checkout.Flow.Saved.self, from: JSONEncoder().encode(saved)))
        switch situation {
        case .beforeLogIn, .loggingIn, .logInFailed:
            #expect(resumed.phase == .beforeLogIn)
            #expect(!resumed.isActive)
        default:
            #expect(resumed.phase == flow.phase)
            #expect(resumed.currentTry?.job == flow.currentTry?.job)
            #expect(resumed.refunded == flow.refunded)
            #expect(resumed.saved == saved)
        }
    }

    @Test(arguments: Situation.resting)
    func `from each situation in which the flow is deactivated`(situation: Situation) {
        let flow = situation.reach()
        let (member, purchase, receipt) = (flow.member, flow.latestPurchase, flow.receipt)
        let (phase, failure) = (flow.phase, flow.failure)
        flow.deactivate()
        #expect(flow.saved == nil)
        var saved: [Checkout.Flow.Phase?] = []
        flow.observe { [unowned flow] _ in saved.append(flow.saved?.phase) }
        flow.activate()
        switch situation {
        case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn, .stable, .stablePaid, .stableRefunded:
            #expect(flow.phase == .beforeLogIn)
            #expect(flow.member == nil && flow.latestPurchase == nil && flow.receipt == nil)
        case .paying: #expect(flow.phase == .paymentUnknown)
        case .voiding, .voidingBefore, .voidingPaid, .voidingPaidBefore: #expect(flow.phase == .voidFailed)
        case .pushing: #expect(flow.phase == .pushFailed)
        default: #expect(flow.phase == phase, "nothing was in progress")
        }
        if flow.phase != .beforeLogIn {
            #expect(saved == [nil, flow.phase], "nothing is forgotten on the way")
            #expect(flow.failure == (flow.phase == phase ? failure : "the flow was deactivated"))
            #expect(flow.member == member && flow.latestPurchase == purchase && flow.receipt == receipt)
        }
    }

    @Test func `over 100,000 random steps, and none that was charged is lost`() throws {
        var shop = RandomShop(seed: 35)
        for step in 1...100_000 {
            shop.makeStep()
            try #require(shop.mistakes == [], "step \(step)")
        }
        let isSettled = shop.settles()
        #expect(isSettled, "\(shop.mistakes)")
        #expect(shop.phases == Set(Situation.resting.map { $0.reach().phase }))
        #expect(shop.bank.charges > 500 && shop.bank.refunds > 200 && shop.bank.confirmations > 50)
        #expect(shop.bank.lateCharges > 50)
    }
}
