import StatePattern

extension Checkout.Flow {
    /// The requests of a flow; each is unhandled unless a concrete state overrides it.
    ///
    /// The hooks are public because the hooks of the protocol are. Do not call them: the flow would not know.
    public class State: ContextState {
        typealias Flow = Checkout.Flow
        /// The phase of a flow in this state.
        public final let phase: Checkout.Flow.Phase
        public final let superstate: State?
        public var initialSubstate: State? { nil }

        /// The only initializer, so that every state names its phase.
        init(_ phase: Flow.Phase, in superstate: State? = nil) {
            self.phase = phase
            self.superstate = superstate
        }

        // The state's values for properties of the flow; `nil` by default.
        var currentTry: Try? { nil }
        var failure: String? { nil }
        var challenge: String? { nil }
        /// The state to continue in after a deactivation in this state; `nil` if no purchase is open.
        var continuation: State? { nil }

        public var name: String { "\(type(of: self))" }
        public func didEnter(_ flow: Checkout.Flow) { if let continuation { flow.unfinished = continuation } }
        public func willExit(_ flow: Checkout.Flow) {}

        func logIn(_ flow: Flow, _ credentials: Credentials) -> Reaction { .unhandled }
        func logOut(_ flow: Flow) -> Reaction { .unhandled }
        func purchase(_ flow: Flow, _ item: Item) -> Reaction { .unhandled }
        func retry(_ flow: Flow) -> Reaction { .unhandled }
        func cancel(_ flow: Flow) -> Reaction { .unhandled }
        func confirm(_ flow: Flow) -> Reaction { .unhandled }
        func refund(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .unhandled }

        func loggedIn(_ flow: Flow) -> Reaction { .unhandled }
        func challenged(_ flow: Flow, _ challenge: String) -> Reaction { .unhandled }
        func failed(_ flow: Flow, reason: String) -> Reaction { .unhandled }
        /// Handles a refusal like a failure. Only for a payment does the difference matter.
        func declined(_ flow: Flow, reason: String) -> Reaction { failed(flow, reason: reason) }

        // Reports of facts about the flow's purchase.
        func paid(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .unhandled }
        func voided(_ flow: Flow) -> Reaction { .unhandled }
        func refunded(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .unhandled }
        func pushed(_ flow: Flow, _ receipt: PaymentReceipt) -> Reaction { .unhandled }

        func continueUnfinished(_ flow: Flow) -> Reaction { .unhandled }
        func preparePush(_ flow: Flow) -> Reaction { .unhandled }
        func settle(_ flow: Flow) -> Reaction { .unhandled }
    }

    /// A state that waits for a module. Each try has a new state.
    class Trying: State {
        private let current: Try
        private let failedPhase: Phase
        final override var currentTry: Try? { current }
        /// The state after a failed try, because the module stops when the flow is deactivated.
        final override var continuation: State? { failed("the flow was deactivated").continuation }

        init(_ phase: Phase, _ current: Try, orElse failedPhase: Phase, in superstate: State) {
            self.current = current
            self.failedPhase = failedPhase
            super.init(phase, in: superstate)
        }

        override func failed(_ flow: Flow, reason: String) -> Reaction { .transition(to: failed(reason)) }

        private func failed(_ reason: String) -> Failed { Failed(failedPhase, reason: reason, in: superstate) }
    }

    /// A state after a failed try. It waits for the client, and its phase names the job that has failed.
    final class Failed: State {
        private let reason: String
        override var failure: String? { reason }
        override var continuation: State? { superstate is OpenPurchase ? self : nil }
        override var name: String { phase.rawValue.split(separator: "/").last.map(String.init) ?? super.name }

        init(_ phase: Phase, reason: String, in superstate: State?) {
            self.reason = reason
            super.init(phase, in: superstate)
        }
    }
}
