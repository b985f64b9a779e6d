import CheckoutFlow
import CheckoutModules
import EnumTwins
import StateExploration
import StatePattern
import Synchronization
import TestSupport
import Testing

/// A purchase is charged once at most, whatever happens: over lost answers, cancellations and the ends of the app.
@Suite struct `A purchase is charged at most once` {
    private let shop = Shop()

    @Test func `when it is canceled while its answer is on the way, and bought again`() async throws {
        shop.payments.answerFaults.slow(to: .seconds(2))
        var checkout = await shop.beginPurchase()
        await shop.clock.waitForSleepers(1)
        #expect(shop.payments.charges.count == 1)
        #expect(checkout.flow.cancel() == .transitioned)
        try #require(checkout.flow.purchase(.tea) == .deferred)
        await shop.clock.waitForSleepers(1)
        shop.clock.advance(by: .seconds(2))
        await checkout.receive()
        #expect(checkout.flow.phase == .paying)
        await shop.clock.waitForSleepers(1)
        shop.clock.advance(by: .seconds(2))
        await checkout.receive(2)
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.charges == [checkout.flow.receipt])
        #expect(shop.payments.ledger.refunds.map(\.purchase.key.description) == ["1"])
    }

    @Test func `and a purchase that waits is dropped when it cannot be voided`() async {
        shop.payments.answerFaults.fail(times: 2, "no answer")
        var checkout = await shop.beginPurchase()
        await checkout.receive()
        checkout.flow.cancel()
        #expect(checkout.flow.purchase(.tea) == .deferred)
        #expect(checkout.flow.purchase(.tea) == .refused, "One may wait.")
        #expect(checkout.flow.lastRefusal.map { "\($0)" } == "another purchase waits already")
        #expect(checkout.flow.retry() == .refused)
        #expect(checkout.flow.lastRefusal.map { "\($0)" } == "the purchase is canceled already")
        #expect(checkout.flow.logOut() == .unhandled)
        await checkout.receive()
        #expect(checkout.flow.phase == .paymentUnknown)
        #expect(checkout.flow.deferredRequests == [])
        checkout.flow.cancel()
        await checkout.receive()
        #expect(checkout.flow.phase == .stable)
        #expect(shop.payments.charges == [])
        #expect(shop.payments.ledger.refunds.count == 1)
    }

    /// A module is asked once for a save that fails, and does not try again by itself.
    @Test func `and is not tried when it cannot be saved`() async {
        var attempts: [Checkout.Flow.Phase] = []
        var checkout = SteppedCheckout(
            Checkout(payments: shop.payments) { saved in
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

    /// The app ends between the charge and its answer, and is launched again.
    @Test(arguments: [false, true]) func `when the app ends before the answer`(hasKey: Bool) async throws {
        let store = Mutex<Checkout.Flow.Saved?>(nil)
        for launch in 1...2 {
            if launch == 1 { shop.payments.answerFaults.slow(to: .seconds(60)) }
            var checkout = SteppedCheckout(
                Checkout(
                    payments: shop.payments, resuming: store.withLock { $0 },
                    save: { saved in store.withLock { $0 = saved } },
                    makeKey: { hasKey ? IdempotencyKey("cart 7") : .random() }))
            if launch == 1 {
                await checkout.beginPurchase()
                await shop.clock.waitForSleepers(1)
                shop.payments.answerFaults.slow(to: .zero)
            } else {
                #expect(checkout.flow.phase == .paying)
                #expect(checkout.flow.member == "ada")
                await checkout.receive(2)
                #expect(checkout.flow.phase == .stable)
                #expect(shop.payments.charges == [checkout.flow.receipt])
            }
        }
    }

    @Test(arguments: Situation.allCases)
    func `from each situation that is saved and resumed`(situation: Situation) throws {
        let flow = situation.reach(with: Checkout.Flow(makeKey: CheckoutContrast.counter()))
        flow.activate()
        let saved = try #require(flow.saved)
        let resumed = Checkout.Flow(resuming: saved)
        switch situation {
        case .beforeLogIn, .loggingIn, .logInFailed:
            #expect(resumed.phase == .beforeLogIn)
            #expect(!resumed.isActive)
        default:
            #expect(resumed.phase == flow.phase)
            #expect(resumed.failure == flow.failure)
            #expect(resumed.currentTry?.job == flow.currentTry?.job)
            #expect(resumed.member == flow.member)
            #expect(resumed.latestPurchase == flow.latestPurchase)
            #expect(resumed.receipt == flow.receipt)
            #expect(resumed.saved == saved)
        }
    }

    @Test(arguments: Situation.allCases)
    func `from each situation in which the flow is deactivated`(situation: Situation) {
        let flow = situation.reach(with: Checkout.Flow(makeKey: CheckoutContrast.counter()))
        let (member, purchase, receipt) = (flow.member, flow.latestPurchase, flow.receipt)
        flow.deactivate()
        #expect(flow.saved == nil)
        var saved: [Checkout.Flow.Phase?] = []
        flow.observe { [unowned flow] _ in saved.append(flow.saved?.phase) }
        flow.activate()
        switch situation {
        case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn, .stable, .stablePaid:
            #expect(flow.phase == .beforeLogIn)
            #expect(flow.member == nil && flow.latestPurchase == nil && flow.receipt == nil)
        case .paying, .paymentFailed, .paymentUnknown, .voiding: #expect(flow.phase == .paymentUnknown)
        case .pushing, .pushFailed: #expect(flow.phase == .pushFailed)
        }
        if flow.phase != .beforeLogIn {
            #expect(saved == [nil, flow.phase], "nothing is forgotten on the way")
            #expect(flow.failure == "the flow was deactivated")
            #expect(flow.member == member && flow.latestPurchase == purchase && flow.receipt == receipt)
            #expect(flow.retry() == .transitioned)
        }
    }

    /// 100,000 steps: requests of a client, answers that come, are lost or late, and ends of the app.
    @Test func `and none that was charged is lost, in 100,000 random steps`() throws {
        var random = SeededGenerator(seed: 35)
        var bank = Bank()
        var keys = 0
        var flow = Checkout.Flow()
        var saved: Checkout.Flow.Saved?
        /// Calls that the bank has not got yet: they can come late, after others.
        var onTheWay: [(launch: Int, current: Checkout.Flow.Try)] = []
        var answers: [Checkout.Report] = []
        var begun = 0
        var launches = 0
        func launch() {
            launches += 1
            flow = Checkout.Flow(resuming: saved) {
                keys += 1
                return IdempotencyKey("\(keys)")
            }
            begun = 0
            answers = []
        }
        launch()
        for step in 1...100_000 {
            switch Int.random(in: 0..<40, using: &random) {
            case 0, 1: flow.logIn(.ada)
            case 2, 3, 4: flow.purchase(.tea)
            case 5: flow.retry()
            case 6: flow.cancel()
            case 7 where step.isMultiple(of: 3): flow.logOut()
            case 7:
                flow.deactivate()
                flow.activate()
            case 8 where step.isMultiple(of: 3): launch()
            case 9, 10: flow.receive(.failed(reason: "no answer", try: flow.tryNumber))
            case 11..<25:
                guard !onTheWay.isEmpty else { break }
                let call = onTheWay.remove(at: Int.random(in: onTheWay.indices, using: &random))
                let isDeclined = Int.random(in: 0..<4, using: &random) == 0
                let answer =
                    isDeclined ? .declined(reason: "no", try: call.current.number) : bank.answer(call.current)
                if call.launch == launches, Int.random(in: 0..<5, using: &random) > 0 { answers.append(answer) }
            default:
                guard !answers.isEmpty else { break }
                flow.receive(answers.remove(at: Int.random(in: answers.indices, using: &random)))
            }
            // A module saves, and then calls its service.
            if let current = flow.currentTry, current.number != begun {
                saved = flow.saved
                begun = current.number
                onTheWay.append((launches, current))
            }
            if Bool.random(using: &random) { saved = flow.saved ?? saved }

            // A charge is that of a receipt which the flow has had, or of the one purchase that it is still about.
            let open = [flow.latestPurchase?.key, saved?.purchase?.key]
            try #require(bank.unknown.allSatisfy { open.contains($0) }, "step \(step)")
            if let receipt = flow.receipt { bank.unknown.remove(receipt.purchase.key) }
        }
        #expect(bank.charges.count > 500)
        #expect(bank.refunds > 200)
    }
}

/// A payment service, without waiting.
private struct Bank {
    var charges: Set<IdempotencyKey> = []
    var voided: Set<IdempotencyKey> = []
    /// The charges that no flow has had a receipt of.
    var unknown: Set<IdempotencyKey> = []
    var refunds = 0

    mutating func answer(_ current: Checkout.Flow.Try) -> Checkout.Report {
        switch current.job {
        case .logIn: return .loggedIn(try: current.number)
        case .push: return .pushed(try: current.number)
        case .payment(let purchase):
            if voided.contains(purchase.key) { return .declined(reason: "voided", try: current.number) }
            if charges.insert(purchase.key).inserted { unknown.insert(purchase.key) }
            return .paid(PaymentReceipt(number: 1, purchase: purchase), try: current.number)
        case .void(let purchase):
            voided.insert(purchase.key)
            unknown.remove(purchase.key)
            if charges.remove(purchase.key) != nil { refunds += 1 }
            return .voided(try: current.number)
        }
    }
}
