import StatePattern

extension Checkout.Flow {
    /// The common code of the states of a purchase that is not over.
    class OpenPurchase: State {
        let purchase: Purchase

        init(_ phase: Phase, _ purchase: Purchase) {
            self.purchase = purchase
            super.init(phase)
        }

        /// Begins another try of the current job. The job of a canceled purchase is to void it.
        func tryAgain(_ flow: Flow) -> Reaction { .unhandled }

        override func retry(_ flow: Flow) -> Reaction { tryAgain(flow) }

        // The service ends the purchase in any job, perhaps without being asked.
        override func voided(_ flow: Flow) -> Reaction { flow.end(refunding: flow.receipt) }
        override func refunded(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { flow.end(refunding: receipt) }
    }
}
