import StatePattern

extension Checkout.Flow {
    /// The notification is under way, or has failed; the payment stands, whatever happens.
    public final class BeforePush: Repeatable {
        init() { super.init(.beforePush) }

        override func part(of flow: Flow) -> Part? { flow.receipt.map(Part.push) }

        override func pushed(_ flow: Flow) -> Reaction { .transition(to: flow.pushSuccess) }
        override func pushFailed(_ flow: Flow, reason: String) -> Reaction { flow.fail(reason) }
    }

    /// The member has been notified; nothing is left to do.
    public final class PushSuccess: State {
        init() { super.init(.pushSuccess) }

        public override func didEnter(_ flow: Flow) { flow.settle() }
        override func settle(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }
    }
}
