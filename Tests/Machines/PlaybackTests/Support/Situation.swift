import MachineModels
import Playback
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

/// The situations of a player with the queue of prelude and fugue.
typealias Situation = TestSupport.Situation<Player.Request>

extension Situation {
    static let stoppedWithoutQueue = Self("Stopped")
    static let stopped = stoppedWithoutQueue.then("Stopped, Prelude", .load([.prelude, .fugue]))
    static let advancing = stopped.then("Playing/Advancing, Prelude", .play)
    static let buffering = advancing.then("Playing/Buffering, Prelude", .stalled)
    static let paused = advancing.then("Paused, Prelude", .pause)
    static let pausedWhileStalled = paused.then("Paused, stalled, Prelude", .stalled)
    static let stoppedInSecond = stopped.then("Stopped, Fugue", .next)
    static let stoppedInSecondAtPlace = stoppedWithoutQueue.then("Stopped, Fugue at 30.0 seconds", .loadAtPlace)
    static let advancingInSecond = stoppedInSecond.then("Playing/Advancing, Fugue", .play)
    static let bufferingInSecond = advancingInSecond.then("Playing/Buffering, Fugue", .stalled)
    static let pausedInSecond = advancingInSecond.then("Paused, Fugue", .pause)
    static let pausedWhileStalledInSecond = pausedInSecond.then("Paused, stalled, Fugue", .stalled)

    static let allCases = loaded + [stoppedWithoutQueue, stopped, stoppedInSecond, stoppedInSecondAtPlace]

    /// The situations in which a track is loaded into the engine.
    static let loaded = [
        advancing, buffering, paused, pausedWhileStalled, advancingInSecond, bufferingInSecond, pausedInSecond,
        pausedWhileStalledInSecond,
    ]

    /// A player in this situation: it has load number 1, and is 30 seconds into its track, unless it is stopped.
    func reach() -> PlayerModel.Subject {
        let subject = PlayerModel.makePlayer(after: requests)
        _ = subject.engine.takeCommands()
        if Situation.loaded.contains(self) { subject.engine.position = .seconds(30) }
        return subject
    }
}
