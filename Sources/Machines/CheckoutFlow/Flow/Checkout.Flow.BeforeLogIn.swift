import StatePattern

extension Checkout.Flow {
    /// No member is logged in.
    final class BeforeLogIn: State {
        init() { super.init(.beforeLogIn) }

        override func didEnter(_ flow: Flow) { flow.forgetMember() }
        override func willExit(_ flow: Flow) { flow.setProgress(.idle) }

        override func logIn(_ flow: Flow, _ credentials: Credentials) -> Reaction {
            flow.begin(.logIn(credentials))
            return .handled
        }

        override func cancel(_ flow: Flow) -> Reaction {
            if flow.progress.currentTry == nil { return .unhandled }
            flow.setProgress(.idle)
            return .handled
        }

        override func loggedIn(_ flow: Flow) -> Reaction {
            guard case .logIn(let credentials)? = flow.progress.currentTry?.job else { return .unhandled }
            flow.member = credentials.name
            return .transition(to: flow.afterLogIn)
        }

        override func logInFailed(_ flow: Flow, reason: String) -> Reaction { flow.fail(reason) }
    }
}
