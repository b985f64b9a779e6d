import StatePattern

extension Checkout.Flow {
    /// What `AfterLogIn` and `Stable` have in common: the next step is the client's.
    class LoggedIn: State {
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            flow.makePurchase(of: item)
            return .transition(to: flow.beforePayment)
        }

        override func logOut(_ flow: Flow) -> Reaction { .transition(to: flow.beforeLogIn) }
    }

    /// Somebody is logged in and has purchased nothing yet.
    final class AfterLogIn: LoggedIn {}

    /// The purchase is over: paid, or given up.
    final class Stable: LoggedIn {}
}
