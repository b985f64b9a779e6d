import StatePattern

extension Checkout.Flow {
    /// The data of a flow that must outlast the process, so that nothing is charged twice. Write it to a file.
    public struct Saved: Codable, Hashable, Sendable {
        public let phase: Phase
        /// The member of the flow; `nil` before log-in.
        public let member: String?
        /// The latest purchase, which may be over.
        public let purchase: Purchase?
        let receipt: PaymentReceipt?
        let refunded: PaymentReceipt?
        let failure: String?
        let challenge: String?
    }

    /// The data to save now; `nil` while the flow is not active.
    ///
    /// Pass the data to ``init(resuming:makeKey:)``. If a try was in progress, the new flow repeats it with the same
    /// key, so the purchase is charged once. The new flow does not repeat a log-in.
    public var saved: Saved? {
        // On its way back to an open purchase, the flow passes through a state before log-in, which must not be saved.
        guard isActive, unfinished == nil || phase != .beforeLogIn else { return nil }
        return Saved(
            phase: phase.saved, member: member, purchase: latestPurchase, receipt: receipt, refunded: refunded,
            failure: failure, challenge: challenge)
    }
}

extension Checkout.Flow.Saved {
    /// - Throws: `DecodingError.dataCorrupted` for contradictory parts, such as a receipt without a purchase.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let written = try values.decode(Checkout.Flow.Phase.self, forKey: .phase)
        phase = written.saved
        member = try values.decodeIfPresent(String.self, forKey: .member)
        purchase = try values.decodeIfPresent(Purchase.self, forKey: .purchase)
        receipt = try values.decodeIfPresent(PaymentReceipt.self, forKey: .receipt)
        refunded = try values.decodeIfPresent(PaymentReceipt.self, forKey: .refunded)
        failure = try values.decodeIfPresent(String.self, forKey: .failure)
        challenge = try values.decodeIfPresent(String.self, forKey: .challenge)
        guard (member == nil) == (leaf == nil), member != nil || purchase == nil,
            [receipt, refunded].allSatisfy({ $0 == nil || $0?.purchase == purchase }),
            refunded == nil || phase == .stable && receipt == nil, written != .pushSuccess || receipt != nil
        else { throw decoder.corrupted("The parts of a checkout in \(written) do not fit one another.") }
    }

    /// The state to continue in; `nil` if the phase is before log-in, or data of the state is missing.
    var leaf: Checkout.Flow.State? {
        typealias Flow = Checkout.Flow
        let unpaid = receipt == nil ? purchase : nil
        let (payment, void) = (unpaid.map(Flow.BeforePayment.init), purchase.map(Flow.BeforeVoid.init))
        func first(_ job: Flow.Job) -> Flow.Try { Flow.Try(number: 1, job: job) }
        func failed(in superstate: Flow.OpenPurchase) -> Flow.State {
            Flow.Failed(phase, reason: failure ?? "", in: superstate)
        }
        return switch phase {
        case .beforeLogIn, .loggingIn, .logInFailed: nil
        case .afterLogIn: purchase == nil ? Flow.AfterLogIn() : nil
        case .paying: payment.map { Flow.Paying(first(.payment($0.purchase)), in: $0) }
        case .challenged: payment.flatMap { payment in challenge.map { Flow.Challenged($0, in: payment) } }
        case .paymentFailed, .paymentUnknown: payment.map(failed)
        case .voiding: void.map { Flow.Voiding(first(.void($0.purchase)), in: $0) }
        case .voidFailed: void.map(failed)
        case .paymentSuccess, .pushing: receipt.map { Flow.Pushing(first(.push($0)), in: Flow.BeforePush($0)) }
        case .pushFailed: receipt.map { failed(in: Flow.BeforePush($0)) }
        case .pushSuccess, .stable: purchase.map { _ in Flow.Stable() }
        }
    }
}
