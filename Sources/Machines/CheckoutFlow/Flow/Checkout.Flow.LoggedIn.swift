import StatePattern

extension Checkout.Flow {
    /// The common code of `AfterLogIn` and `Stable`: the client may purchase, refund or log out.
    class LoggedIn: State {
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            BeforePayment(flow.makePurchase(of: item)).tryAgain(flow)
        }

        override func refund(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            flow.latestPurchase = receipt.purchase
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

        /// Gives back a charge that came through although the purchase was voided.
        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            [flow.receipt, flow.refunded].contains(receipt) ? .handled : BeforeVoid(receipt.purchase).tryAgain(flow)
        }

        override func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { paid(flow, receipt) }

        override func voided(_ flow: Flow) -> Reaction {
            flow.receipt == nil ? .handled : flow.end(refunding: flow.receipt)
        }

        override func refunded(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            flow.refunded == receipt ? .handled : flow.end(refunding: receipt)
        }
    }
}
