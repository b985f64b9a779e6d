import StatePattern

extension Checkout.Flow {
    /// The common answers of `BeforePayment` and `BeforePush`: a module's job may fail, be tried again, or be given up.
    ///
    /// This is no superstate, because nothing happens on the way into it or out of it. The two share code, not a state.
    class Retryable: State {
        /// The job of the module, the same in each try.
        func job(of flow: Flow) -> Job? { nil }

        override func didEnter(_ flow: Flow) { begin(flow) }
        override func willExit(_ flow: Flow) { flow.setProgress(.idle) }

        override func retry(_ flow: Flow) -> Reaction {
            begin(flow)
            return .handled
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }

        private func begin(_ flow: Flow) { job(of: flow).map(flow.begin) }
    }
}
