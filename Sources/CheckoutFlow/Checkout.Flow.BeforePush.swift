import StatePattern

extension Checkout.Flow {
    /// The notification is under way, or has failed; the payment stands, whatever happens.
    final class BeforePush: Repeatable {
        override func part(of flow: Flow) -> Part? { flow.receipt.map(Part.push) }

        override func pushed(_ flow: Flow) -> Reaction { .transition(to: flow.pushSuccess) }
        override func pushFailed(_ flow: Flow, reason: String) -> Reaction { flow.fail(reason) }
    }

    /// The member has been notified; nothing is left to do.
    final class PushSuccess: State {
        override func didEnter(_ flow: Flow) { flow.settle() }
        override func settle(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }
    }
}
