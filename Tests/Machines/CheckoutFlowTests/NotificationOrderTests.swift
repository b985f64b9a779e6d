import CheckoutFlow
import StatePattern
import Testing

/// Pitfall: a nested request reverses notifications, and later observers see B → C before A → B; the page of the playground
/// shows it.
@Suite struct NotificationOrderTests {
    @Test func `Every observer sees the states in the order in which they happened`() {
        let flow = Situation.paying.reach()
        var (first, last): ([String], [String]) = ([], [])
        flow.observe { first.append("\($0.source.name) → \($0.target.name)") }
        // The same meddling: an observer makes the next request before others are notified of this one.
        flow.observe { [unowned flow] transition in
            if transition.target.name == "Pushing", let receipt = flow.receipt { flow.pushed(receipt) }
            if transition.target.name == "Stable" { flow.logOut() }
        }
        flow.observe { last.append("\($0.source.name) → \($0.target.name)") }
        flow.paid(PaymentReceipt(number: 1, purchase: flow.latestPurchase!))
        #expect(
            last == [
                "Paying → PaymentSuccess", "PaymentSuccess → Pushing", "Pushing → PushSuccess", "PushSuccess → Stable",
                "Stable → Idle",
            ])
        #expect(first == last)
    }

    @Test func `A request of a flow to itself comes before every request of an observer`() {
        let flow = Situation.paying.reach()
        var journal: [String] = []
        flow.observe { [unowned flow] transition in
            journal.append("\(transition)")
            if transition.target.name == "PaymentSuccess" { flow.cancel() }
        }
        flow.paid(PaymentReceipt(number: 1, purchase: flow.latestPurchase!))
        #expect(
            journal == [
                "paid(_:): BeforePayment/Paying → PaymentSuccess",
                "preparePush(): PaymentSuccess → BeforePush/Pushing", "cancel(): BeforePush/Pushing → Stable",
            ])
        #expect(flow.receipt != nil)
    }
}
