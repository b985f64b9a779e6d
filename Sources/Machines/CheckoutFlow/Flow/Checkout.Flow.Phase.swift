import StatePattern

extension Checkout.Flow {
    /// The state of a flow as a value: to be shown, stored, or sent to another isolation domain.
    ///
    /// Its raw value is for storage; its description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// No member is logged in.
        case beforeLogIn
        /// A member is logged in and has purchased nothing yet.
        case afterLogIn
        /// The payment is under way, or has failed.
        case beforePayment
        /// The payment has succeeded; the notification follows at once.
        case paymentSuccess
        /// The notification is under way, or has failed; the payment stands.
        case beforePush
        /// The member has been notified; the flow goes on at once.
        case pushSuccess
        /// The purchase is over: paid, or given up.
        case stable
    }

    /// The phase of the flow: the one of its ``/StatePattern/Context/state``.
    public var phase: Phase { state.phase }
}

extension Checkout.Flow.Phase: CustomStringConvertible {
    /// The name of the state: `BeforePayment`.
    public var description: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
