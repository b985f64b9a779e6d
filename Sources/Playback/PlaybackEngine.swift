/// What a player plays with: it carries out commands at once or later, and reports what happens on its own.
///
/// An engine has a will to play, which ``play()`` and ``pause()`` set and which outlives a ``load(_:number:)``, as it
/// does in real players. A player decides; an engine only performs.
public protocol PlaybackEngine: AnyObject {
    /// What happens in the engine, in order; it ends with the engine. Iterated once, by ``Player/run()``.
    var reports: AsyncStream<PlaybackReport> { get }
    /// Where in the loaded track the engine is: 0 right after a load and after ``stop()``.
    var position: Duration { get }

    /// Replaces what is loaded by `track`, from its beginning; `number` goes into each report about this load.
    func load(_ track: Track, number: Int)
    func play()
    func pause()
    /// Plays no more and holds nothing loaded.
    func stop()
    /// Goes to `time` in the loaded track, and then reports ``PlaybackReport/sought(_:load:)`` with `number`.
    func seek(to time: Duration, number: Int)
}

/// What an engine reports of one load, which it names by its number.
public enum PlaybackReport: Hashable, Sendable {
    /// The track has been played to its end.
    case finished(load: Int)
    /// The track cannot be played, or not any further.
    case failed(reason: String, load: Int)
    /// Data is missing: nothing is heard until ``recovered(load:)``.
    case stalled(load: Int)
    case recovered(load: Int)
    /// The seek with this number has been carried out.
    case sought(Int, load: Int)
}

/// What ended a playback before its time.
public struct PlaybackFailure: Error, Hashable, Sendable {
    public let track: Track
    /// The engine's words.
    public let reason: String

    public init(track: Track, reason: String) {
        self.track = track
        self.reason = reason
    }
}
