extension Checkout.Flow {
    /// What a flow waits for.
    public enum Progress: Hashable, Sendable {
        /// A request of its client.
        case idle
        /// What a module reports of this turn.
        case underWay(Turn)
        /// A request of its client, who may try again; the latest turn has failed.
        case failed(reason: String)

        /// The turn that is under way.
        public var turn: Turn? {
            if case .underWay(let turn) = self { turn } else { nil }
        }

        /// Why the latest turn has failed, until there is another one or the state changes.
        public var failure: String? {
            if case .failed(let reason) = self { reason } else { nil }
        }
    }

    /// One try of a module to do its part.
    public struct Turn: Hashable, Sendable {
        /// A report about the turn carries this number.
        public let number: Int
        public let part: Part

        public init(number: Int, part: Part) {
            self.number = number
            self.part = part
        }
    }

    /// What has to be done before a flow can go on.
    public enum Part: Hashable, Sendable {
        case logIn(Credentials)
        case payment(Purchase)
        case push(Receipt)
    }
}

extension Checkout.Flow.Progress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .idle: "idle"
        case .underWay(let turn): "under way: \(turn)"
        case .failed(let reason): "failed: \(reason)"
        }
    }
}

extension Checkout.Flow.Turn: CustomStringConvertible {
    public var description: String { "\(number): \(part)" }
}

extension Checkout.Flow.Part: CustomStringConvertible {
    public var description: String {
        switch self {
        case .logIn(let credentials): "log in \(credentials.name)"
        case .payment(let purchase): "charge \(purchase.item), key \(purchase.key)"
        case .push(let receipt): "push receipt \(receipt.number)"
        }
    }
}
