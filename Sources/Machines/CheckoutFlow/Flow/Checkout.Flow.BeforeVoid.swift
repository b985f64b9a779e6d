import StatePattern

extension Checkout.Flow {
    /// The purchase is canceled or must be refunded, and is not voided yet. No request leads back to its payment.
    final class BeforeVoid: OpenPurchase {
        init(_ purchase: Purchase) { super.init(.voiding, purchase) }

        override func tryAgain(_ flow: Flow) -> Reaction {
            .transition(to: Voiding(flow.nextTry(.void(purchase)), in: self))
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
