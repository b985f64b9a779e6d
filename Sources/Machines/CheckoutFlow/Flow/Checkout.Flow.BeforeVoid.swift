import StatePattern

extension Checkout.Flow {
    /// The purchase is canceled or must be refunded, and is not voided yet. No request leads back to its payment.
    final class BeforeVoid: OpenPurchase {
        init(_ purchase: Purchase) { super.init(.voiding, purchase) }

        /// Begins to void, which gives back every charge that was reported before.
        override func tryAgain(_ flow: Flow) -> Reaction {
            (flow.receipt, flow.refunded) = (nil, nil)
            return .transition(to: Voiding(flow.nextTry(.void(purchase)), in: self))
        }

        /// Voids again for this charge, because the service may have voided the purchase before it charged.
        ///
        /// A voiding in progress is not cancelled. The next one follows unless the service says that it has refunded.
        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            guard flow.currentTry != nil else { return tryAgain(flow) }
            flow.receipt = receipt
            return .handled
        }

        override func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { paid(flow, receipt) }

        override func voided(_ flow: Flow) -> Reaction {
            flow.receipt == nil ? super.voided(flow) : tryAgain(flow)
        }

        /// Defers another purchase until this one is voided. Refuses a third purchase.
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            flow.deferredRequests.isEmpty ? .deferred : flow.refuse(because: Refusal.isWaiting)
        }

        /// Cancels the waiting purchase.
        override func cancel(_ flow: Flow) -> Reaction {
            flow.withdrawDeferredRequests { _ in true }
            return .handled
        }
    }

    final class Voiding: Trying {
        init(_ current: Try, in superstate: State) {
            super.init(.voiding, current, orElse: .voidFailed, in: superstate)
        }
    }
}
