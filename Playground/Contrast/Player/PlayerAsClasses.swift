import StatePattern

/// The player as classes: each state is an object. Its class declares only the requests that it handles.
///
/// This class and `Playing` are not final, because tests add states and plant mistakes in subclasses.
class PlayerAsClasses: Context<PlayerAsClasses.State> {
    let stopped = Stopped()
    let playing = Playing()
    let engine: Engine

    init(engine: Engine = Engine()) {
        self.engine = engine
        super.init(initial: stopped)
    }

    @discardableResult func play() -> Outcome { delegate(State.play) }
    @discardableResult func pause(at second: Int) -> Outcome {
        delegate(State.pause, second)
    }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }
}

extension PlayerAsClasses {
    class State: ContextState {
        func didEnter(_ player: PlayerAsClasses) {}
        func willExit(_ player: PlayerAsClasses) {}

        func play(_ player: PlayerAsClasses) -> Reaction { .unhandled }

        func pause(_ player: PlayerAsClasses, at second: Int) -> Reaction {
            .unhandled
        }

        func stop(_ player: PlayerAsClasses) -> Reaction {
            .transition(to: player.stopped)
        }
    }

    final class Stopped: State {
        override func play(_ player: PlayerAsClasses) -> Reaction {
            .transition(to: player.playing)
        }

        override func stop(_ player: PlayerAsClasses) -> Reaction {
            .handled
        }
    }

    class Playing: State {
        // The only places that start and halt the engine, whichever request
        // leads in or out.
        override func didEnter(_ player: PlayerAsClasses) {
            player.engine.perform(.start)
        }

        override func willExit(_ player: PlayerAsClasses) {
            player.engine.perform(.halt)
        }

        override func play(_ player: PlayerAsClasses) -> Reaction {
            .handled
        }

        override func pause(
            _ player: PlayerAsClasses, at second: Int
        ) -> Reaction {
            .transition(to: Paused(at: second))
        }
    }

    /// A new object for each pause, so that a place in the track exists only while the player is paused.
    final class Paused: State {
        let second: Int
        init(at second: Int) { self.second = second }

        override func play(_ player: PlayerAsClasses) -> Reaction {
            .transition(to: player.playing)
        }

        override func pause(
            _ player: PlayerAsClasses, at second: Int
        ) -> Reaction {
            .handled
        }
    }
}
