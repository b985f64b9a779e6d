import StatePattern

extension Checkout.Flow {
    /// The common answers of `AfterLogIn` and `Stable`: the client may purchase or log out.
    class LoggedIn: State {
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            let purchase = flow.makePurchase(of: item)
            return .transition(to: Paying(flow.nextTry(.payment(purchase)), in: BeforePayment(purchase)))
        }

        override func logOut(_ flow: Flow) -> Reaction { .transition(to: flow.beforeLogIn) }
    }

    /// A member is logged in and has purchased nothing yet.
    final class AfterLogIn: LoggedIn {
        init() { super.init(.afterLogIn) }
    }

    /// The purchase is over: paid, or cancelled.
    final class Stable: LoggedIn {
        init() { super.init(.stable) }

        override func didEnter(_ flow: Flow) { flow.unfinished = nil }
    }
}
