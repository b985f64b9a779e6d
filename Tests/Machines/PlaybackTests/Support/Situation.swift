import EnumTwins
import Playback
import StatePattern

extension Track {
    static let prelude = Track("Prelude", duration: .seconds(100))
    static let fugue = Track("Fugue", duration: .seconds(60))
    static let gigue = Track("Gigue", duration: .seconds(40))
}

/// The situations in which a request can reach a player; each is reached by requests.
enum Situation: CaseIterable {
    case stoppedWithoutQueue
    case stopped
    case advancing
    case buffering
    case paused
    case pausedWhileStalled

    /// The situations in which a track is loaded into the engine.
    static let loaded: [Situation] = [.advancing, .buffering, .paused, .pausedWhileStalled]

    /// A player in this situation: it has load number 1, and is 30 seconds into the first track, unless it is stopped.
    func reach(with queue: [Track] = [.prelude, .fugue]) -> (player: Player, engine: RecordingEngine) {
        let engine = RecordingEngine()
        let player = Player(withoutListeningTo: engine)
        player.activate()
        if self != .stoppedWithoutQueue { player.load(queue) }
        if Situation.loaded.contains(self) {
            player.play()
            engine.position = .seconds(30)
        }
        switch self {
        case .stoppedWithoutQueue, .stopped, .advancing:
            break
        case .buffering:
            player.stalled(load: 1)
        case .paused:
            player.pause()
        case .pausedWhileStalled:
            player.pause()
            player.stalled(load: 1)
        }
        _ = engine.takeCommands()
        return (player, engine)
    }
}
