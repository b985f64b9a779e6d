import Playback

/// An engine that writes down what it is told and does nothing by itself; what it reports is up to the test.
final class RecordingEngine: PlaybackEngine {
    enum Command: Hashable, Sendable {
        case load(Track, number: Int)
        case play
        case pause
        case stop
        case seek(Duration, number: Int)
    }

    let reports: AsyncStream<PlaybackReport>
    private let continuation: AsyncStream<PlaybackReport>.Continuation

    private(set) var commands: [Command] = []
    /// Where the engine says it is. A seek leaves that to the test, as if it took a while.
    var position = Duration.zero
    /// Called within each command, as by an engine that reports before a command has returned.
    var onCommand: ((Command) -> Void)?

    init() {
        (reports, continuation) = AsyncStream.makeStream()
    }

    func load(_ track: Track, number: Int) {
        position = .zero
        record(.load(track, number: number))
    }

    func play() { record(.play) }
    func pause() { record(.pause) }

    func stop() {
        position = .zero
        record(.stop)
    }

    func seek(to time: Duration, number: Int) { record(.seek(time, number: number)) }

    private func record(_ command: Command) {
        commands.append(command)
        onCommand?(command)
    }

    // MARK: For the test

    /// The commands since the last time somebody asked.
    func takeCommands() -> [Command] {
        defer { commands = [] }
        return commands
    }

    func report(_ report: PlaybackReport) { continuation.yield(report) }

    /// The engine is gone for good, as when its program has quit.
    func end() { continuation.finish() }
}
