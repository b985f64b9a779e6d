import StatePattern

extension Checkout.Flow {
    /// The common answers for a purchase that is not over.
    class OpenPurchase: State {
        let purchase: Purchase

        init(_ phase: Phase, _ purchase: Purchase) {
            self.purchase = purchase
            super.init(phase)
        }

        /// Begins another try of the same job. A canceled purchase is voided again, and never charged.
        func tryAgain(_ flow: Flow) -> Reaction { .unhandled }

        override func retry(_ flow: Flow) -> Reaction { tryAgain(flow) }

        // By default, the fact is already known.
        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .handled }
        override func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .handled }

        /// The service has voided the purchase, perhaps on its own. The purchase is over, whatever the current job is.
        override func voided(_ flow: Flow) -> Reaction {
            flow.receipt = nil
            return .transition(to: flow.stable)
        }
    }
}
