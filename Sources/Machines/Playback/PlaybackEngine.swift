/// The port through which a player plays: it carries out commands at once or later, and reports events.
///
/// ``play(number:)`` and ``pause()`` say whether the engine should play; that outlives a ``load(_:at:number:)``, as it does
/// in real players. A player decides; an engine only performs. See <doc:/StatePattern/ThreeWaysToPerform>.
public protocol PlaybackEngine: AnyObject {
    /// The events of the engine, in order; they end with the engine, and are iterated once, by its player.
    var reports: AsyncStream<PlaybackReport> { get }
    /// The place in the loaded track: right after a load, where it begins; 0 after ``stop()``.
    var position: Duration { get }
    /// The playing time of the loaded track as far as it is known now; `nil` if it is not. An estimate may change.
    var duration: Duration? { get }

    /// Replaces what is loaded by `track`; `number` goes into each report about this load.
    ///
    /// The track begins at `place`, or at its end if that is earlier: nothing before `place` is heard.
    func load(_ track: Track, at place: Duration, number: Int)
    /// Plays the loaded track, and each that is loaded later, until ``pause()`` or ``stop()``.
    ///
    /// When something else pauses the engine, it reports ``PlaybackReport/paused(play:)`` with `number`.
    func play(number: Int)
    /// Stays in the place where the engine is.
    func pause()
    /// Unloads the track, and stops playing.
    func stop()
    /// Goes to `time` in the loaded track, or to its end if that is earlier.
    ///
    /// Then the engine reports ``PlaybackReport/sought(_:load:)`` with `number`, unless another seek has begun.
    func seek(to time: Duration, number: Int)
}

/// An event in an engine, with the number of the load or of the play that it is about.
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
    /// It plays nothing until the next play, also no track that is loaded before that.
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
