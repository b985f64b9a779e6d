import StatePattern

extension Checkout.Flow {
    /// What `BeforePayment` and `BeforePush` have in common: a module's part, which may fail, be tried again, or be given
    /// up.
    public class Repeatable: State {
        /// What the module has to do, the same in each try.
        func part(of flow: Flow) -> Part? { nil }

        public override func didEnter(_ flow: Flow) { begin(flow) }
        public override func willExit(_ flow: Flow) { flow.setProgress(.idle) }

        override func retry(_ flow: Flow) -> Reaction {
            begin(flow)
            return .handled
        }

        override func cancel(_ flow: Flow) -> Reaction { .transition(to: flow.stable) }

        private func begin(_ flow: Flow) { part(of: flow).map(flow.begin) }
    }
}
