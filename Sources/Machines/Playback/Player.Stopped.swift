import StatePattern

extension Player {
    /// Nothing is loaded into the engine.
    final class Stopped: State {
        init() { super.init(.stopped) }

        override func didEnter(_ player: Player) { player.unloadTrack() }

        override func load(_ player: Player, _ tracks: [Track]) -> Reaction {
            player.replaceQueue(with: tracks)
            return .handled
        }

        override func play(_ player: Player) -> Reaction {
            guard !player.queue.isEmpty else { return player.refuse(because: NothingToPlay()) }
            player.loadTrack()
            return .transition(to: player.playing)
        }

        override func stop(_ player: Player) -> Reaction { .handled }
    }

    struct NothingToPlay: Error, CustomStringConvertible {
        var description: String { "there is nothing to play" }
    }
}
