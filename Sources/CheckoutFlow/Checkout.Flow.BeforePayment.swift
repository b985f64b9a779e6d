import StatePattern

extension Checkout.Flow {
    /// The payment is under way, or has failed and may be tried again.
    final class BeforePayment: State {
        override func didEnter(_ flow: Flow) { beginPayment(flow) }
        override func willExit(_ flow: Flow) { flow.setProgress(.idle) }

        override func paid(_ flow: Flow, _ receipt: Receipt) -> Reaction {
            flow.receipt = receipt
            return .transition(to: flow.paymentSuccess)
        }

        override func paymentFailed(_ flow: Flow, reason: String) -> Reaction {
            flow.setProgress(.failed(reason: reason))
            return .handled
        }

        override func retry(_ flow: Flow) -> Reaction {
            beginPayment(flow)
            return .handled
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }

        /// However often it is called in one purchase, the key is the same.
        private func beginPayment(_ flow: Flow) {
            if let purchase = flow.latestPurchase { flow.begin(.payment(purchase)) }
        }
    }

    /// The payment has succeeded; the notification follows at once.
    final class PaymentSuccess: State {
        override func didEnter(_ flow: Flow) { flow.preparePush() }
        override func preparePush(_ flow: Flow) -> Reaction { .transition(to: flow.beforePush) }
    }
}
