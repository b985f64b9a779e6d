import Playback

/// An engine that reports nothing by itself: the user types its reports.
final class SilentEngine: PlaybackEngine {
    let reports = AsyncStream<PlaybackReport> { $0.finish() }
    private(set) var position = Duration.zero
    private(set) var duration: Duration?

    func load(_ track: Track, at place: Duration, number: Int) { (position, duration) = (place, track.duration) }
    func play(number: Int) {}
    func pause() {}
    func stop() { (position, duration) = (.zero, nil) }
    func seek(to time: Duration, number: Int) { position = time }
}
