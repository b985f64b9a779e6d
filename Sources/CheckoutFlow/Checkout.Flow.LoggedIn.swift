import StatePattern

extension Checkout.Flow {
    /// What `AfterLogIn` and `Stable` have in common: the next step is the client's.
    public class LoggedIn: State {
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            flow.makePurchase(of: item)
            return .transition(to: flow.beforePayment)
        }

        override func logOut(_ flow: Flow) -> Reaction { .transition(to: flow.beforeLogIn) }
    }

    /// Somebody is logged in and has purchased nothing yet.
    public final class AfterLogIn: LoggedIn {
        init() { super.init(.afterLogIn) }
    }

    /// The purchase is over: paid, or given up.
    public final class Stable: LoggedIn {
        init() { super.init(.stable) }
    }
}
