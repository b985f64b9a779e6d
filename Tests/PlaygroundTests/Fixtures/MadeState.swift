// Does not compile: a machine alone makes its states, and alone asks them.
import Playback
import Sockets

let paused = Player.Paused()
let connected = Socket.Connected()

func play(_ player: Player) { _ = player.state.play(player) }
