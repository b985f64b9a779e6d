extension Checkout.Flow {
    /// The progress of a flow within its state: it waits for its client or for a module.
    public enum Progress: Hashable, Sendable {
        /// The flow waits for a request of its client.
        case idle
        /// The flow waits for a module's report of this try.
        case underWay(Try)
        /// The latest try has failed. The flow waits for a request of its client, who may try again.
        case failed(reason: String)

        /// The try that is under way.
        public var currentTry: Try? {
            if case .underWay(let current) = self { current } else { nil }
        }

        /// The reason that the latest try has failed, until there is another one or the state changes.
        public var failure: String? {
            if case .failed(let reason) = self { reason } else { nil }
        }
    }

    /// One try of a module to do its job.
    public struct Try: Hashable, Sendable {
        /// The number that a report about the try carries.
        public let number: Int
        /// The job of the module.
        public let job: Job

        package init(number: Int, job: Job) {
            self.number = number
            self.job = job
        }
    }

    /// The job of a module, to be done before a flow can go on.
    public enum Job: Hashable, Sendable {
        /// Log in.
        case logIn(Credentials)
        /// Charge for the purchase.
        case payment(Purchase)
        /// Notify the member of the payment.
        case push(PaymentReceipt)
    }
}

extension Checkout.Flow.Progress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .idle: "idle"
        case .underWay(let current): "under way: \(current)"
        case .failed(let reason): "failed: \(reason)"
        }
    }
}

extension Checkout.Flow.Try: CustomStringConvertible {
    public var description: String { "\(number): \(job)" }
}

extension Checkout.Flow.Job: CustomStringConvertible {
    public var description: String {
        switch self {
        case .logIn(let credentials): "log in \(credentials.name)"
        case .payment(let purchase): "charge \(purchase.item), key \(purchase.key)"
        case .push(let receipt): "push receipt \(receipt.number)"
        }
    }
}
