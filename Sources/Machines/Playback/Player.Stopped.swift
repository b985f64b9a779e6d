import StatePattern

extension Player {
    /// Nothing is loaded into the engine.
    final class Stopped: State {
        init() { super.init(.stopped) }

        override func didEnter(_ player: Player) { player.unloadTrack() }

        override func load(
            _ player: Player, _ queue: [Track], startingAt index: Int, position: Duration
        ) -> Reaction {
            player.replaceQueue(with: queue, startingAt: index, position: position) ?? .handled
        }

        override func skip(_ player: Player, by count: Int) -> Reaction { player.skipTracks(count) ?? .handled }

        override func play(_ player: Player) -> Reaction {
            guard !player.queue.isEmpty else { return player.refuse(because: "there is nothing to play") }
            player.loadTrack()
            return .transition(to: player.playing)
        }

        override func stop(_ player: Player) -> Reaction {
            player.forgetPlace()
            return .handled
        }
    }
}
