import StatePattern

extension Checkout.Flow {
    /// The payment is under way, or has failed.
    final class BeforePayment: Retryable {
        init() { super.init(.beforePayment) }

        /// However often the payment is tried, the purchase and its key are the same.
        override func job(of flow: Flow) -> Job? { flow.latestPurchase.map(Job.payment) }

        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            flow.receipt = receipt
            return .transition(to: flow.paymentSuccess)
        }

        override func paymentFailed(_ flow: Flow, reason: String) -> Reaction { flow.fail(reason) }
    }

    /// The payment has succeeded; the notification follows at once.
    final class PaymentSuccess: State {
        init() { super.init(.paymentSuccess) }

        override func didEnter(_ flow: Flow) { flow.preparePush() }
        override func preparePush(_ flow: Flow) -> Reaction { .transition(to: flow.beforePush) }
    }
}
