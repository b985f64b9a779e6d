import StatePattern

extension Checkout.Flow {
    /// A purchase that is not paid. However often its payment is tried, the purchase and its key are the same.
    final class BeforePayment: State {
        let purchase: Purchase

        init(_ purchase: Purchase) {
            self.purchase = purchase
            super.init(.paying)
        }

        override func didEnter(_ flow: Flow) { flow.unfinished = self }

        override func retry(_ flow: Flow) -> Reaction {
            .transition(to: Paying(flow.nextTry(.payment(purchase)), in: self))
        }

        /// A payment is never dropped without being voided: it may have been charged, whatever was reported.
        override func cancel(_ flow: Flow) -> Reaction {
            .transition(to: Voiding(flow.nextTry(.void(purchase)), in: self))
        }
    }

    final class Paying: Trying {
        init(_ current: Try, in superstate: State?) { super.init(.paying, current, in: superstate) }

        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            flow.receipt = receipt
            return .transition(to: PaymentSuccess(receipt))
        }

        override func declined(_ flow: Flow, reason: String) -> Reaction {
            .transition(to: Failed(.paymentFailed, reason: reason, in: superstate))
        }

        override func failed(_ flow: Flow, reason: String) -> Reaction {
            .transition(to: Failed(.paymentUnknown, reason: reason, in: superstate))
        }
    }

    /// The payment is being undone.
    final class Voiding: Trying {
        init(_ current: Try, in superstate: State?) { super.init(.voiding, current, in: superstate) }

        /// One purchase may wait until this one is voided.
        override func purchase(_ flow: Flow, _ item: Item) -> Reaction {
            flow.deferredRequests.isEmpty ? .deferred : flow.refuse(because: Refusal.isWaiting)
        }

        override func retry(_ flow: Flow) -> Reaction { flow.refuse(because: Refusal.isCanceled) }

        /// Cancels the purchase that waits.
        override func cancel(_ flow: Flow) -> Reaction {
            flow.withdrawDeferredRequests { _ in true }
            return .handled
        }

        override func voided(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }

        override func failed(_ flow: Flow, reason: String) -> Reaction {
            .transition(to: Failed(.paymentUnknown, reason: reason, in: superstate))
        }
    }

    /// The reason that a request is refused while a purchase is being voided.
    enum Refusal: Error, CustomStringConvertible {
        case isCanceled, isWaiting

        var description: String {
            switch self {
            case .isCanceled: "the purchase is canceled already"
            case .isWaiting: "another purchase waits already"
            }
        }
    }

    /// The payment has succeeded; the notification follows at once.
    final class PaymentSuccess: State {
        private let receipt: PaymentReceipt

        init(_ receipt: PaymentReceipt) {
            self.receipt = receipt
            super.init(.paymentSuccess)
        }

        override func didEnter(_ flow: Flow) { flow.preparePush() }

        override func preparePush(_ flow: Flow) -> Reaction {
            .transition(to: Pushing(flow.nextTry(.push(receipt)), in: BeforePush(receipt)))
        }
    }
}
