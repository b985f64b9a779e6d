import Playback

/// An engine that reports nothing by itself: its reports are typed.
final class SilentEngine: PlaybackEngine {
    let reports = AsyncStream<PlaybackReport> { $0.finish() }
    private(set) var position = Duration.zero

    func load(_ track: Track, number: Int) { position = .zero }
    func play() {}
    func pause() {}
    func stop() { position = .zero }
    func seek(to time: Duration, number: Int) { position = time }
}
