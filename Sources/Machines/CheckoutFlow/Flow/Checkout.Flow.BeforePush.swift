import StatePattern

extension Checkout.Flow {
    /// The notification is under way, or has failed; the payment stands in any case.
    final class BeforePush: Retryable {
        init() { super.init(.beforePush) }

        override func job(of flow: Flow) -> Job? { flow.receipt.map(Job.push) }

        override func pushed(_ flow: Flow) -> Reaction { .transition(to: flow.pushSuccess) }
        override func pushFailed(_ flow: Flow, reason: String) -> Reaction { flow.fail(reason) }
    }

    /// The member has been notified; the flow goes on at once.
    final class PushSuccess: State {
        init() { super.init(.pushSuccess) }

        override func didEnter(_ flow: Flow) { flow.settle() }
        override func settle(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }
    }
}
