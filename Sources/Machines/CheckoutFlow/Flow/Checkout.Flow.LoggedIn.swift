import StatePattern

extension Checkout.Flow {
    /// The common code of `AfterLogIn` and `Stable`: the client may purchase, refund or log out.
    class LoggedIn: State {
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            BeforePayment(flow.makePurchase(of: item)).tryAgain(flow)
        }

        override func refund(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            (flow.latestPurchase, flow.receipt) = (receipt.purchase, nil)
            return BeforeVoid(receipt.purchase).tryAgain(flow)
        }

        override func logOut(_ flow: Flow) -> Reaction { .transition(to: flow.beforeLogIn) }
    }

    /// A member is logged in and has purchased nothing yet.
    final class AfterLogIn: LoggedIn {
        init() { super.init(.afterLogIn) }
    }

    /// The purchase is over: paid, canceled or refunded.
    final class Stable: LoggedIn {
        init() { super.init(.stable) }

        override func didEnter(_ flow: Flow) { flow.unfinished = nil }

        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .handled }
        override func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .handled }

        /// Handles the report that the service has refunded the purchase without being asked.
        override func voided(_ flow: Flow) -> Reaction {
            guard flow.receipt != nil else { return .handled }
            flow.receipt = nil
            return .transition(to: flow.stable)
        }
    }
}
