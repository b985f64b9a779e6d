// Does not compile: a machine alone makes its states, and alone asks them.
import Playback

let paused = Player.Paused()

func play(_ player: Player) { _ = player.state.play(player) }
