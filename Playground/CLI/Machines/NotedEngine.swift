import Playback

/// An engine that notes the commands it is given, and passes them to another one.
final class NotedEngine: PlaybackEngine {
    private let engine: any PlaybackEngine
    private var commands: [String] = []

    /// Makes an engine in front of `engine`.
    init(_ engine: any PlaybackEngine) { self.engine = engine }

    /// Returns the commands since the last call, in order.
    func takeCommands() -> [String] {
        defer { commands = [] }
        return commands
    }

    var reports: AsyncStream<PlaybackReport> { engine.reports }
    var position: Duration { engine.position }

    func load(_ track: Track, number: Int) {
        commands.append("load \(track.title)")
        engine.load(track, number: number)
    }

    func play() {
        commands.append("play")
        engine.play()
    }

    func pause() {
        commands.append("pause")
        engine.pause()
    }

    func stop() {
        commands.append("stop")
        engine.stop()
    }

    func seek(to time: Duration, number: Int) {
        commands.append("seek \(time.text)")
        engine.seek(to: time, number: number)
    }
}
