import CheckoutFlow
import StatePattern
import Testing

/// The flow as it was published: observers are notified that there is something new, and read the state.
///
/// Source: the article that the checkout comes from has this as a singleton, and `update()` as its observers' method.
private final class NaiveCore {
    var observers: [() -> Void] = []
    var state = "BeforePayment" { didSet { for update in observers { update() } } }
}

/// The flow as it is usually begun: a setter that notifies.
private final class NaiveFlow {
    private var observers: [(_ source: String, _ target: String) -> Void] = []

    var state = "BeforePayment" {
        didSet {
            let target = state
            for observer in observers { observer(oldValue, target) }
        }
    }

    func observe(_ observer: @escaping (_ source: String, _ target: String) -> Void) { observers.append(observer) }
}

/// Pitfall: a nested request reverses notifications, and later observers see B → C before A → B.
@Suite struct NotificationOrderTests {
    @Test func `An observer that reads the state when it is notified misses one state, and gets another one twice`() {
        let core = NaiveCore()
        var seen: [String] = []
        core.observers.append { [unowned core] in if core.state == "PaymentSuccess" { core.state = "BeforePush" } }
        core.observers.append { [unowned core] in seen.append(core.state) }
        core.state = "PaymentSuccess"
        #expect(seen == ["BeforePush", "BeforePush"])
    }

    @Test func `In the naive version a later observer sees the states in the wrong order`() {
        let flow = NaiveFlow()
        var seen: [String] = []
        flow.observe { [unowned flow] _, target in if target == "PaymentSuccess" { flow.state = "BeforePush" } }
        flow.observe { seen.append("\($0) → \($1)") }
        flow.state = "PaymentSuccess"
        #expect(seen == ["PaymentSuccess → BeforePush", "BeforePayment → PaymentSuccess"])
        #expect(flow.state == "BeforePush", "The last change that the observer was told of is out of date.")
    }

    @Test func `Here every observer sees the states in the order in which they happened`() {
        let flow = Situation.paying.reach(with: Checkout.Flow())
        var (first, last): ([String], [String]) = ([], [])
        flow.observe { first.append("\($0.source.name) → \($0.target.name)") }
        // The same meddling: an observer makes the next request before others are notified of this one.
        flow.observe { [unowned flow] transition in
            if transition.target.name == "Pushing" { flow.pushed(try: flow.tryNumber) }
            if transition.target.name == "Stable" { flow.logOut() }
        }
        flow.observe { last.append("\($0.source.name) → \($0.target.name)") }
        flow.paid(PaymentReceipt(number: 1, purchase: flow.latestPurchase!), try: 2)
        #expect(
            last == [
                "Paying → PaymentSuccess", "PaymentSuccess → Pushing", "Pushing → PushSuccess", "PushSuccess → Stable",
                "Stable → Idle",
            ])
        #expect(first == last)
    }

    @Test func `A request of a flow to itself comes before every request of an observer`() {
        let flow = Situation.paying.reach(with: Checkout.Flow())
        var journal: [String] = []
        flow.observe { [unowned flow] transition in
            journal.append("\(transition)")
            if transition.target.name == "PaymentSuccess" { flow.cancel() }
        }
        flow.paid(PaymentReceipt(number: 1, purchase: flow.latestPurchase!), try: 2)
        #expect(
            journal == [
                "paid(_:try:): BeforePayment/Paying → PaymentSuccess",
                "preparePush(): PaymentSuccess → BeforePush/Pushing", "cancel(): BeforePush/Pushing → Stable",
            ])
        #expect(flow.receipt != nil)
    }
}
