import StatePattern

extension Checkout.Flow {
    /// A purchase that is not paid. Every try of its payment has the same purchase with the same key.
    final class BeforePayment: OpenPurchase {
        init(_ purchase: Purchase) { super.init(.paying, purchase) }

        override func tryAgain(_ flow: Flow) -> Reaction {
            .transition(to: Paying(flow.nextTry(.payment(purchase)), in: self))
        }

        /// A payment that is canceled must be voided: it may have been charged, even if no report said so.
        override func cancel(_ flow: Flow) -> Reaction { BeforeVoid(purchase).tryAgain(flow) }

        override func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            flow.receipt = receipt
            return .transition(to: PaymentSuccess(receipt))
        }

        /// A member is notified only of a paid purchase, so this notification means that the purchase is paid.
        override func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction {
            flow.receipt = receipt
            return .transition(to: flow.pushSuccess)
        }
    }

    final class Paying: Trying {
        private let payment: BeforePayment

        init(_ current: Try, in payment: BeforePayment) {
            self.payment = payment
            super.init(.paying, current, orElse: .paymentUnknown, in: payment)
        }

        override func challenged(_ flow: Flow, _ challenge: String) -> Reaction {
            .transition(to: Challenged(challenge, in: payment))
        }

        override func declined(_ flow: Flow, reason: String) -> Reaction {
            .transition(to: Failed(.paymentFailed, reason: reason, in: payment))
        }
    }

    /// The service waits for the buyer to act, for a time that the service limits. No call is in progress.
    final class Challenged: State {
        override var challenge: String? { text }
        override var continuation: State? { self }
        private let text: String
        private let payment: BeforePayment

        init(_ challenge: String, in payment: BeforePayment) {
            text = challenge
            self.payment = payment
            super.init(.challenged, in: payment)
        }

        override func confirm(_ flow: Flow) -> Reaction { payment.tryAgain(flow) }
        override func retry(_ flow: Flow) -> Reaction { flow.refuse(because: Refusal.isChallenged) }
    }

    /// The payment has succeeded. The flow continues at once, to the notification.
    final class PaymentSuccess: State {
        private let receipt: PaymentReceipt

        init(_ receipt: PaymentReceipt) {
            self.receipt = receipt
            super.init(.paymentSuccess)
        }

        override func didEnter(_ flow: Flow) { flow.preparePush() }
        override func preparePush(_ flow: Flow) -> Reaction { BeforePush(receipt).tryAgain(flow) }
    }

    /// The reason that a request about a purchase is refused.
    enum Refusal: Error, CustomStringConvertible {
        case isChallenged, isWaiting

        var description: String {
            switch self {
            case .isChallenged: "the payment waits for its buyer"
            case .isWaiting: "another purchase waits already"
            }
        }
    }
}
