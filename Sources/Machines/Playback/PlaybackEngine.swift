/// The engine that a player plays with: it carries out commands at once or later, and reports events.
///
/// ``play(number:)`` and ``pause()`` set whether the engine should play. A ``load(_:at:number:)`` does not change that,
/// as in real players. A player decides; an engine only performs. See <doc:/StatePattern/ThreeWaysToPerform>.
public protocol PlaybackEngine: AnyObject {
    /// The events of the engine, in order. Only the player iterates them, once. They end with the engine.
    var reports: AsyncStream<PlaybackReport> { get }
    /// The place in the loaded track; right after a load, the place where it begins; 0 after ``stop()``.
    var position: Duration { get }
    /// The playing time of the loaded track; `nil` if it is not known yet. It may be an estimate that changes.
    var duration: Duration? { get }

    /// Replaces the loaded track by `track`; `number` goes into each report about this load.
    ///
    /// The track begins at `place`, or at its end if the end is earlier. Nothing before `place` is heard.
    func load(_ track: Track, at place: Duration, number: Int)
    /// Plays the loaded track, and each track that is loaded later, until ``pause()`` or ``stop()``.
    ///
    /// When something else pauses the engine, it reports ``PlaybackReport/paused(play:)`` with `number`.
    func play(number: Int)
    /// Pauses at the current place.
    func pause()
    /// Unloads the track, and stops playing.
    func stop()
    /// Goes to `time` in the loaded track, or to its end if the end is earlier.
    ///
    /// Then the engine reports ``PlaybackReport/sought(_:load:)`` with `number`, unless another seek has begun.
    func seek(to time: Duration, number: Int)
}

/// An event of an engine, with the number of the load or of the play that the event is about.
public enum PlaybackReport: Hashable, Sendable {
    /// The track has been played to its end.
    case finished(load: Int)
    /// The track cannot be played, or not any further.
    case failed(reason: String, load: Int)
    /// Data is missing: nothing is heard until ``recovered(load:)``.
    case stalled(load: Int)
    /// Data comes in again.
    case recovered(load: Int)
    /// The seek with this number has been carried out.
    case sought(Int, load: Int)
    /// Something else, such as a telephone call, has paused the engine since the play with this number.
    ///
    /// The engine plays nothing until the next play, not even a newly loaded track.
    case paused(play: Int)
}

/// The failure that ended a playback.
public struct PlaybackFailure: Error, Hashable, Sendable {
    public let track: Track
    /// The reason that the engine gave.
    public let reason: String

    package init(track: Track, reason: String) {
        self.track = track
        self.reason = reason
    }
}
