import StatePattern

extension Checkout.Flow {
    /// The part of a flow that must outlast its process, so that nothing is charged twice: write it to a file.
    public struct Saved: Codable, Hashable, Sendable {
        package let phase: Phase
        let member: String?
        package let purchase: Purchase?
        let receipt: PaymentReceipt?
        let failure: String?
    }

    /// The part of the flow that must be saved now; `nil` while it is not active.
    ///
    /// Pass it to ``init(resuming:makeKey:)``. A try that was in progress is then made again: with the key of its purchase,
    /// so that it is charged once. A log-in must be asked for anew.
    public var saved: Saved? {
        // On the way back to a purchase, the flow passes through a state before log-in.
        guard isActive, unfinished == nil || phase != .beforeLogIn else { return nil }
        return Saved(phase: phase, member: member, purchase: latestPurchase, receipt: receipt, failure: failure)
    }
}

extension Checkout.Flow.Saved {
    /// The state to continue in; `nil` for one before log-in.
    func leaf(afterLogIn: Checkout.Flow.AfterLogIn, stable: Checkout.Flow.Stable) -> Checkout.Flow.State? {
        typealias Flow = Checkout.Flow
        let payment = purchase.map(Flow.BeforePayment.init)
        let push = receipt.map(Flow.BeforePush.init)
        switch (phase, purchase, receipt) {
        case (.afterLogIn, _, _): return afterLogIn
        case (.paying, let purchase?, _):
            return Flow.Paying(Flow.Try(number: 1, job: .payment(purchase)), in: payment)
        case (.voiding, let purchase?, _):
            return Flow.Voiding(Flow.Try(number: 1, job: .void(purchase)), in: payment)
        case (.paymentFailed, _?, _), (.paymentUnknown, _?, _):
            return Flow.Failed(phase, reason: failure ?? "", in: payment)
        case (.paymentSuccess, _, let receipt?), (.pushing, _, let receipt?):
            return Flow.Pushing(Flow.Try(number: 1, job: .push(receipt)), in: push)
        case (.pushFailed, _, _?): return Flow.Failed(phase, reason: failure ?? "", in: push)
        case (.pushSuccess, _, _), (.stable, _, _): return stable
        default: return nil
        }
    }
}
