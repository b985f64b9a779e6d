import StatePattern

/// The player as *Design Patterns* has the pattern: a state gets the context as a parameter, and sets the next state.
///
/// Only states may set it. In the book they are friends of the context; in Swift they lie in its file.
final class PlayerOfTheBook {
    let engine = Engine()
    fileprivate(set) var state: State = Stopped()

    func play() -> Outcome { state.play(self) }
    func pause(at second: Int) -> Outcome { state.pause(self, at: second) }
    func stop() -> Outcome { state.stop(self) }
}

extension PlayerOfTheBook {
    /// The outcomes serve the comparison; in the book, the methods return nothing.
    class State {
        func play(_ player: PlayerOfTheBook) -> Outcome { .unhandled }
        func pause(_ player: PlayerOfTheBook, at second: Int) -> Outcome {
            .unhandled
        }
        func stop(_ player: PlayerOfTheBook) -> Outcome {
            change(player, to: Stopped())
        }

        fileprivate final func change(
            _ player: PlayerOfTheBook, to next: State
        ) -> Outcome {
            player.state = next
            return .transitioned
        }
    }

    final class Stopped: State {
        override func play(_ player: PlayerOfTheBook) -> Outcome {
            player.engine.perform(.start)
            return change(player, to: Playing())
        }

        override func stop(_ player: PlayerOfTheBook) -> Outcome { .handled }
    }

    final class Playing: State {
        override func play(_ player: PlayerOfTheBook) -> Outcome { .handled }

        override func pause(_ player: PlayerOfTheBook, at second: Int)
            -> Outcome
        {
            player.engine.perform(.halt)
            return change(player, to: Paused(at: second))
        }

        override func stop(_ player: PlayerOfTheBook) -> Outcome {
            player.engine.perform(.halt)
            return super.stop(player)
        }
    }

    final class Paused: State {
        let second: Int
        init(at second: Int) { self.second = second }

        override func play(_ player: PlayerOfTheBook) -> Outcome {
            player.engine.perform(.start)
            return change(player, to: Playing())
        }

        override func pause(_ player: PlayerOfTheBook, at second: Int)
            -> Outcome
        { .handled }
    }
}
