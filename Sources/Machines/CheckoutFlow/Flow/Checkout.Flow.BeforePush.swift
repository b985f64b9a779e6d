import StatePattern

extension Checkout.Flow {
    /// The purchase is paid, and the member has not been notified.
    final class BeforePush: OpenPurchase {
        private let receipt: PaymentReceipt

        init(_ receipt: PaymentReceipt) {
            self.receipt = receipt
            super.init(.pushing, receipt.purchase)
        }

        override func tryAgain(_ flow: Flow) -> Reaction {
            .transition(to: Pushing(flow.nextTry(.push(receipt)), in: self))
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }

        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .handled }
        override func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .transition(to: flow.pushSuccess) }
    }

    final class Pushing: Trying {
        init(_ current: Try, in superstate: State) {
            super.init(.pushing, current, orElse: .pushFailed, in: superstate)
        }
    }

    /// The member has been notified. The flow continues at once, to `Stable`.
    final class PushSuccess: State {
        init() { super.init(.pushSuccess) }

        override func didEnter(_ flow: Flow) { flow.settle() }
        override func settle(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }
    }
}
