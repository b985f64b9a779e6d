import StatePattern

extension Checkout.Flow {
    /// The notification is under way, or has failed and may be tried again; the payment stands, whatever happens.
    final class BeforePush: State {
        override func didEnter(_ flow: Flow) { beginPush(flow) }
        override func willExit(_ flow: Flow) { flow.setProgress(.idle) }

        override func pushed(_ flow: Flow) -> Reaction { .transition(to: flow.pushSuccess) }

        override func pushFailed(_ flow: Flow, reason: String) -> Reaction {
            flow.setProgress(.failed(reason: reason))
            return .handled
        }

        override func retry(_ flow: Flow) -> Reaction {
            beginPush(flow)
            return .handled
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }

        private func beginPush(_ flow: Flow) {
            if let receipt = flow.receipt { flow.begin(.push(receipt)) }
        }
    }

    /// The member has been notified; nothing is left to do.
    final class PushSuccess: State {
        override func didEnter(_ flow: Flow) { flow.settle() }
        override func settle(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }
    }
}
