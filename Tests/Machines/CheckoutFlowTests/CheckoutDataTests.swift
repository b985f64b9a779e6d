import CheckoutFlow
import EnumTwins
import StatePattern
import Testing

/// The data of a flow, and the requests that it makes of itself.
@Suite struct CheckoutDataTests {
    @Test func `A request of a flow to itself comes before every request of an observer`() {
        let flow = Situation.paying.reach(with: Checkout.Flow())
        var journal: [String] = []
        flow.observe { [unowned flow] transition in
            journal.append("\(transition)")
            if transition.target.name == "PaymentSuccess" { flow.cancel() }
        }
        _ = CheckoutContrast.perform(CheckoutVariant.paid, on: flow)
        #expect(
            journal == [
                "paid(_:try:): BeforePayment/Paying → PaymentSuccess",
                "preparePush(): PaymentSuccess → BeforePush/Pushing", "cancel(): BeforePush/Pushing → Stable",
            ])
        #expect(flow.receipt != nil)
    }

    @Test func `Logging out forgets the member, the purchase and the receipt`() {
        let flow = Situation.stablePaid.reach(with: Checkout.Flow())
        #expect(flow.member == "ada")
        #expect(flow.latestPurchase?.item.name == "Tea")
        flow.logOut()
        #expect(flow.member == nil)
        #expect(flow.latestPurchase == nil)
        #expect(flow.receipt == nil)
    }

    @Test func `The reason of a failure is kept until there is another try, or another state`() {
        let flow = Situation.logInFailed.reach(with: Checkout.Flow())
        #expect(flow.failure == "card declined")
        flow.logIn(Credentials("ada", password: "countess"))
        #expect(flow.failure == nil)
        flow.loggedIn(try: 2)
        flow.purchase(Item("Tea", price: .eur(cents: 420)))
        flow.declined(reason: "no funds", try: 3)
        #expect(flow.failure == "no funds")
        flow.cancel()
        #expect(flow.failure == nil)
    }
}
