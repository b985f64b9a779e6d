import StatePattern

extension Checkout.Flow {
    /// The state of a flow as a value, which you can show, store, or send to another isolation domain.
    ///
    /// The raw value is the path of the state.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// No member is logged in.
        case beforeLogIn = "BeforeLogIn/Idle"
        /// A member's password is being checked.
        case loggingIn = "BeforeLogIn/LoggingIn"
        /// The member was not let in.
        case logInFailed = "BeforeLogIn/LogInFailed"
        /// A member is logged in and has purchased nothing yet.
        case afterLogIn = "AfterLogIn"
        /// The payment is in progress.
        case paying = "BeforePayment/Paying"
        /// The payment service waits for the buyer to act, as in 3-D Secure.
        case challenged = "BeforePayment/Challenged"
        /// The payment service has declined. This try has charged nothing.
        case paymentFailed = "BeforePayment/PaymentFailed"
        /// The payment service has not answered, so the purchase may have been charged.
        case paymentUnknown = "BeforePayment/PaymentUnknown"
        /// The purchase was canceled, or must be refunded. The service is preventing a charge, or refunding it.
        case voiding = "BeforeVoid/Voiding"
        /// The payment service has not answered. The purchase is canceled, and may still be charged.
        case voidFailed = "BeforeVoid/VoidFailed"
        /// The payment has succeeded. The flow continues at once, to the notification.
        case paymentSuccess = "PaymentSuccess"
        /// The notification is in progress.
        case pushing = "BeforePush/Pushing"
        /// The notification has failed; the payment is not affected.
        case pushFailed = "BeforePush/PushFailed"
        /// The member has been notified. The flow continues at once, to `stable`.
        case pushSuccess = "PushSuccess"
        /// The purchase is over: paid, canceled or refunded.
        case stable = "Stable"

        /// True while the flow does not know whether the purchase is charged.
        ///
        /// A checkout then retries on its own, unless you have made it without delays.
        public var isUnclear: Bool { self == .paymentUnknown || self == .voidFailed }

        /// The phase that is saved. A purchase whose member was notified is over.
        var saved: Self { self == .pushSuccess ? .stable : self }
    }

    /// The phase of the flow's ``/StatePattern/Context/state``.
    public var phase: Phase { state.phase }
}

extension Checkout.Flow.Phase: CustomStringConvertible {
    /// The path of the state: `BeforePayment/Paying`.
    public var description: String { rawValue }
}
