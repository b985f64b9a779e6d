import Playback
import StateExploration
import StatePattern
import TestSupport

extension Track {
    static let prelude = Track("Prelude", duration: .seconds(100))
    static let fugue = Track("Fugue", duration: .seconds(60))
    static let gigue = Track("Gigue", duration: .seconds(40))
}

extension PlaybackEngine {
    func load(_ track: Track, number: Int) { load(track, at: .zero, number: number) }
    func play() { play(number: 1) }
}

/// Makes a player, and the engine that records what the player asks of it.
func makePlayer() -> (player: Player, engine: RecordingEngine) {
    let engine = RecordingEngine()
    let player = Player(withoutListeningTo: engine)
    player.activate()
    return (player, engine)
}

/// The names of the player's requests.
enum PlayerRequest: String {
    case load, loadNothing, loadAtPlace, loadBeyond, play, pause, stop, next, previous, seek
    case finished, failed, stalled, recovered, sought, paused
}

extension Player {
    /// Makes a request. A report gets the latest load and play numbers minus `late`.
    @discardableResult func perform(_ request: PlayerRequest, late: Int = 0) -> Outcome? {
        Player.requests(late: late).make(request.rawValue, of: self) { makePlayer().player }
    }
}

/// The states of a player with the queue of prelude and fugue, in its model.
enum Situation: String, CaseIterable {
    case stoppedWithoutQueue = "Stopped"
    case stopped = "Stopped, Prelude"
    case advancing = "Playing/Advancing, Prelude"
    case buffering = "Playing/Buffering, Prelude"
    case paused = "Paused, Prelude"
    case pausedWhileStalled = "Paused, stalled, Prelude"
    case stoppedInSecond = "Stopped, Fugue"
    case stoppedInSecondAtPlace = "Stopped, Fugue at 30.0 seconds"
    case advancingInSecond = "Playing/Advancing, Fugue"
    case bufferingInSecond = "Playing/Buffering, Fugue"
    case pausedInSecond = "Paused, Fugue"
    case pausedWhileStalledInSecond = "Paused, stalled, Fugue"

    private static let graph = try! Player.model.explore()

    /// The situations in which a track is loaded into the engine.
    static let loaded = allCases.filter { !$0.rawValue.hasPrefix("Stopped") }

    /// A player in this situation: it has load number 1, and is 30 seconds into its track, unless it is stopped.
    func reach() -> (player: Player, engine: RecordingEngine) {
        let subject = makePlayer()
        for name in Situation.graph.path(to: self) { subject.player.perform(PlayerRequest(rawValue: name)!) }
        _ = subject.engine.takeCommands()
        if Situation.loaded.contains(self) { subject.engine.position = .seconds(30) }
        return subject
    }
}
