import StatePattern

extension Checkout.Flow {
    /// No member is logged in.
    final class BeforeLogIn: State {
        init() { super.init(.beforeLogIn) }

        override var initialSubstate: State? { Idle(.beforeLogIn, in: self) }
        override func didEnter(_ flow: Flow) {
            if flow.unfinished == nil { flow.forgetMember() } else { flow.continueUnfinished() }
        }

        override func continueUnfinished(_ flow: Flow) -> Reaction {
            guard let unfinished = flow.unfinished else { return .handled }
            let phase: Phase = unfinished is BeforePayment ? .paymentUnknown : .pushFailed
            return .transition(to: Failed(phase, reason: "the flow was deactivated", in: unfinished))
        }

        override func logIn(_ flow: Flow, _ credentials: Credentials) -> Reaction {
            .transition(to: LoggingIn(credentials, flow.nextTry(.logIn(credentials)), in: self))
        }
    }

    final class Idle: State {}

    final class LoggingIn: Trying {
        private let credentials: Credentials

        init(_ credentials: Credentials, _ current: Try, in superstate: BeforeLogIn) {
            self.credentials = credentials
            super.init(.loggingIn, current, in: superstate)
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.beforeLogIn) }

        override func loggedIn(_ flow: Flow) -> Reaction {
            flow.member = credentials.name
            return .transition(to: flow.afterLogIn)
        }

        override func failed(_ flow: Flow, reason: String) -> Reaction {
            .transition(to: Failed(.logInFailed, reason: reason, in: superstate))
        }
    }
}
