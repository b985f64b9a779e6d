import MachineModels
import Playback
import StateExploration
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

    private static let graph = try! PlayerModel.machine.explore()

    /// The situations in which a track is loaded into the engine.
    static let loaded = allCases.filter { !$0.rawValue.hasPrefix("Stopped") }

    /// A player in this situation: it has load number 1, and is 30 seconds into its track, unless it is stopped.
    func reach() -> PlayerModel.Subject {
        let subject = PlayerModel.makePlayer(after: Situation.graph.path(to: self))
        _ = subject.engine.takeCommands()
        if Situation.loaded.contains(self) { subject.engine.position = .seconds(30) }
        return subject
    }
}
