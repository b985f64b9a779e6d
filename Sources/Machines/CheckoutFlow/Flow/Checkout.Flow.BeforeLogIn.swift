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
            flow.unfinished.map { .transition(to: $0) } ?? .handled
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
            super.init(.loggingIn, current, orElse: .logInFailed, in: superstate)
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.beforeLogIn) }

        override func loggedIn(_ flow: Flow) -> Reaction {
            flow.member = credentials.name
            return .transition(to: flow.afterLogIn)
        }
    }
}
