import StatePattern

extension Checkout.Flow {
    /// One try of a module to do its job.
    public struct Try: Hashable, Sendable {
        /// The number of the try. A report about the try carries it.
        public let number: Int
        /// The job that the module tries to do.
        public let job: Job

        package init(number: Int, job: Job) { (self.number, self.job) = (number, job) }
    }

    /// A job for a module. The flow waits until it is done.
    public enum Job: Hashable, Sendable {
        /// Log in.
        case logIn(Credentials)
        /// Charge for the purchase.
        case payment(Purchase)
        /// Make sure that the purchase is not charged; refund an existing charge.
        case void(Purchase)
        /// Notify the member of the payment.
        case push(PaymentReceipt)
    }

    /// The try in progress; `nil` while the flow waits for a request of the client.
    public var currentTry: Try? { ask { state, _ in state.currentTry } }
    /// The reason why the latest try has failed; `nil` unless the flow waits for the client after a failure.
    public var failure: String? { ask { state, _ in state.failure } }
    /// The payment service's text for a buyer who must act, such as a page's address; `nil` in other states.
    public var challenge: String? { ask { state, _ in state.challenge } }
}

extension Checkout.Flow.Try: CustomStringConvertible {
    /// The number and the job: `2: charge Tea for 4.20 EUR, key 1`.
    public var description: String { "\(number): \(job)" }
}

extension Checkout.Flow.Job: CustomStringConvertible {
    public var description: String {
        switch self {
        case .logIn(let credentials): "log in \(credentials.name)"
        case .payment(let purchase): "charge \(purchase.item), key \(purchase.key)"
        case .void(let purchase): "void \(purchase.item), key \(purchase.key)"
        case .push(let receipt): "push receipt \(receipt.number)"
        }
    }
}
