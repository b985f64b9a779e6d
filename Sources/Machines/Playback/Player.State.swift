import StatePattern

extension Player {
    /// The requests of a player; each is unhandled unless a concrete state overrides it.
    ///
    /// The hooks are public because the hooks of the protocol are. Do not call them: the player would not know.
    public class State: ContextState {
        /// The phase of a player in this state. `Playing` has the phase of its initial substate.
        public internal(set) final var phase: Phase

        /// The only initializer, so that every state names its phase.
        init(_ phase: Phase) { self.phase = phase }

        public var superstate: State? { nil }
        public var initialSubstate: State? { nil }
        public func didEnter(_ player: Player) {}
        public func willExit(_ player: Player) {}

        func load(_ player: Player, _ queue: [Track], startingAt index: Int, position: Duration) -> Reaction {
            .unhandled
        }
        func skip(_ player: Player, by count: Int) -> Reaction { .unhandled }
        func play(_ player: Player) -> Reaction { .unhandled }
        func pause(_ player: Player) -> Reaction { .unhandled }
        func stop(_ player: Player) -> Reaction { .unhandled }
        func seek(_ player: Player, to time: Duration) -> Reaction { .unhandled }

        func finished(_ player: Player) -> Reaction { .unhandled }
        func failed(_ player: Player, reason: String) -> Reaction { .unhandled }
        func stalled(_ player: Player) -> Reaction { .unhandled }
        func recovered(_ player: Player) -> Reaction { .unhandled }
        func sought(_ player: Player, number: Int) -> Reaction { .unhandled }
    }
}
