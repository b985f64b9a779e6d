/// The engine that a player plays with. It carries out commands, at once or later, and reports events.
///
/// ``play(number:)`` and ``pause()`` set whether the engine should play. A ``load(_:at:number:)`` does not change that,
/// as in real players. The player decides, and the engine only performs. See <doc:/StatePattern/ThreeWaysToPerform>.
public protocol PlaybackEngine: AnyObject {
    /// The events of the engine, in order. Only the player iterates this, once. The sequence ends with the engine.
    var reports: AsyncStream<PlaybackReport> { get }
    /// The place in the loaded track. After a load it is the place where the track begins, after ``stop()`` 0.
    var position: Duration { get }
    /// The playing time of the loaded track, perhaps an estimate that changes; `nil` if it is not known yet.
    var duration: Duration? { get }

    /// Replaces the loaded track by `track`. The engine puts `number` into each report about this load.
    ///
    /// The track begins at `place`, or at its end if the track ends earlier. Nothing before `place` is heard.
    func load(_ track: Track, at place: Duration, number: Int)
    /// Plays the loaded track, and each track that is loaded later, until ``pause()`` or ``stop()``.
    ///
    /// If something other than the player pauses the engine, it reports ``PlaybackReport/paused(play:)`` with `number`.
    func play(number: Int)
    /// Pauses at the current place.
    func pause()
    /// Unloads the track, and stops playing.
    func stop()
    /// Goes to `time` in the loaded track, or to its end if the track ends earlier.
    ///
    /// Afterwards the engine reports ``PlaybackReport/sought(_:load:)`` with `number`, unless another seek has begun.
    func seek(to time: Duration, number: Int)
}

/// An event of an engine, with the number of the load or the play to which it belongs.
public enum PlaybackReport: Hashable, Sendable {
    /// The track has been played to its end.
    case finished(load: Int)
    /// The track cannot be played, or cannot be played further.
    case failed(reason: String, load: Int)
    /// Data is missing. Nothing is heard until ``recovered(load:)``.
    case stalled(load: Int)
    /// Data comes in again.
    case recovered(load: Int)
    /// The seek with this number has been carried out.
    case sought(Int, load: Int)
    /// Something other than the player, such as a telephone call, has paused the engine after this play.
    ///
    /// The engine plays nothing until the next play, not even a newly loaded track.
    case paused(play: Int)
}
