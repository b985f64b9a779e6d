import StatePattern

extension Player {
    /// The common code of `Playing` and `Paused`: a track is loaded into the engine.
    ///
    /// It is a base class and no superstate, because nothing happens on entry or exit.
    class Loaded: State {
        override func stop(_ player: Player) -> Reaction { .transition(to: player.stopped) }

        override func seek(_ player: Player, to time: Duration) -> Reaction {
            player.beginSeek(to: time)
            return .handled
        }

        override func sought(_ player: Player, number: Int) -> Reaction {
            player.endSeek(number)
            return .handled
        }

        override func failed(_ player: Player, reason: String) -> Reaction {
            player.fail(reason)
            return .transition(to: player.stopped)
        }

        override func load(
            _ player: Player, _ queue: [Track], startingAt index: Int, position: Duration
        ) -> Reaction {
            player.replaceQueue(with: queue, startingAt: index, position: position)
                ?? (queue.isEmpty ? .transition(to: player.stopped) : startTrack(player))
        }

        override func skip(_ player: Player, by count: Int) -> Reaction {
            player.skipTracks(count) ?? startTrack(player)
        }

        override func finished(_ player: Player) -> Reaction {
            player.advance() ? startTrack(player) : .transition(to: player.stopped)
        }

        /// Loads the current track. The player stays in its state.
        func startTrack(_ player: Player) -> Reaction {
            player.loadTrack()
            return .handled
        }
    }
}
