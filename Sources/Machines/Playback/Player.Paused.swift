import StatePattern

extension Player {
    /// The track is loaded, and waits at its current place.
    final class Paused: Loaded {
        init() { super.init(.paused) }

        override func play(_ player: Player) -> Reaction { .transition(to: player.playing) }
        override func pause(_ player: Player) -> Reaction { .handled }

        override func stalled(_ player: Player) -> Reaction {
            player.playing.isStalled = true
            return .handled
        }

        override func recovered(_ player: Player) -> Reaction {
            player.playing.isStalled = false
            return .handled
        }
    }
}
