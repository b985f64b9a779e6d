import StatePattern

extension Player {
    /// The player should play: it plays in `Advancing`, and waits for data in `Buffering`.
    final class Playing: Loaded {
        /// True from a stall until a recovery, a new track or a stop. A pause does not change it.
        var isStalled: Bool {
            get { phase == .buffering }
            set { phase = newValue ? .buffering : .advancing }
        }

        init() { super.init(.advancing) }

        override var initialSubstate: State? { isStalled ? Buffering(in: self) : Advancing(in: self) }

        override func didEnter(_ player: Player) { player.startEngine() }
        override func willExit(_ player: Player) { player.engine.pause() }

        override func play(_ player: Player) -> Reaction { .handled }
        override func pause(_ player: Player) -> Reaction { .transition(to: player.paused) }

        override func startTrack(_ player: Player) -> Reaction {
            player.loadTrack()
            return .transition(to: Advancing(in: self))
        }
    }

    /// The track plays.
    final class Advancing: State {
        private let playing: Playing

        init(in playing: Playing) {
            self.playing = playing
            super.init(.advancing)
        }

        override var superstate: State? { playing }

        override func stalled(_ player: Player) -> Reaction {
            playing.isStalled = true
            return .transition(to: Buffering(in: playing))
        }

        override func recovered(_ player: Player) -> Reaction { .handled }
    }

    /// The player waits for data. This is not a pause: playback resumes by itself.
    final class Buffering: State {
        private let playing: Playing

        init(in playing: Playing) {
            self.playing = playing
            super.init(.buffering)
        }

        override var superstate: State? { playing }

        override func stalled(_ player: Player) -> Reaction { .handled }

        override func recovered(_ player: Player) -> Reaction {
            playing.isStalled = false
            return .transition(to: Advancing(in: playing))
        }
    }
}
