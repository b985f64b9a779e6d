import StatePattern

extension Checkout.Flow {
    /// The requests of a flow; each is unhandled unless a concrete state overrides it.
    ///
    /// The hooks are public because the protocol's are: only the flow calls them, and a client that does bypasses it.
    public class State: ContextState {
        typealias Flow = Checkout.Flow
        typealias Reaction = StatePattern.Reaction<Flow.State>

        /// The phase of a flow in this state.
        public final let phase: Checkout.Flow.Phase

        /// There is no other initializer, so that every state names its phase.
        init(_ phase: Flow.Phase) { self.phase = phase }

        public func didEnter(_ flow: Checkout.Flow) {}
        public func willExit(_ flow: Checkout.Flow) {}

        func logIn(_ flow: Flow, _ credentials: Credentials) -> Reaction { .unhandled }
        func logOut(_ flow: Flow) -> Reaction { .unhandled }
        func purchase(_ flow: Flow, _ item: Item) -> Reaction { .unhandled }
        func retry(_ flow: Flow) -> Reaction { .unhandled }
        func cancel(_ flow: Flow) -> Reaction { .unhandled }

        func loggedIn(_ flow: Flow) -> Reaction { .unhandled }
        func logInFailed(_ flow: Flow, reason: String) -> Reaction { .unhandled }
        func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .unhandled }
        func paymentFailed(_ flow: Flow, reason: String) -> Reaction { .unhandled }
        func pushed(_ flow: Flow) -> Reaction { .unhandled }
        func pushFailed(_ flow: Flow, reason: String) -> Reaction { .unhandled }

        func preparePush(_ flow: Flow) -> Reaction { .unhandled }
        func settle(_ flow: Flow) -> Reaction { .unhandled }
    }
}
