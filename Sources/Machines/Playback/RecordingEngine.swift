/// An engine that records its commands, and passes them to another engine, if it was given one.
///
/// Without another engine, it reports nothing by itself: a test makes the reports.
package final class RecordingEngine: PlaybackEngine {
    package enum Command: Hashable, Sendable {
        case load(Track, at: Duration = .zero, number: Int)
        case play(number: Int)
        case pause
        case stop
        case seek(Duration, number: Int)
    }

    package let engine: (any PlaybackEngine)?
    // Lazy, because most tests make many engines without a listener or a report.
    private lazy var stream = AsyncStream.makeStream(of: PlaybackReport.self)
    package var reports: AsyncStream<PlaybackReport> { engine?.reports ?? stream.stream }

    package private(set) var commands: [Command] = []
    private var place = Duration.zero
    private var length: Duration?
    /// The position that the engine returns. A test sets it, also after a seek, as if the seek took a while.
    package var position: Duration {
        get { engine?.position ?? place }
        set { place = newValue }
    }
    /// The playing time that the engine returns: after a load, the track's duration, until a test sets another one.
    package var duration: Duration? {
        get { engine == nil ? length : engine?.duration }
        set { length = newValue }
    }
    /// Called during each command. It stands for an engine that reports before the command has returned.
    package var onCommand: ((Command) -> Void)?

    package init(_ engine: (any PlaybackEngine)? = nil) { self.engine = engine }

    package func load(_ track: Track, at place: Duration, number: Int) {
        (length, self.place) = (track.duration, place)
        record(.load(track, at: place, number: number)) { $0.load(track, at: place, number: number) }
    }

    package func play(number: Int) { record(.play(number: number)) { $0.play(number: number) } }
    package func pause() { record(.pause) { $0.pause() } }

    package func stop() {
        (length, place) = (nil, .zero)
        record(.stop) { $0.stop() }
    }

    package func seek(to time: Duration, number: Int) {
        record(.seek(time, number: number)) { $0.seek(to: time, number: number) }
    }

    private func record(_ command: Command, _ pass: (any PlaybackEngine) -> Void) {
        commands.append(command)
        onCommand?(command)
        if let engine { pass(engine) }
    }

    // MARK: For the test

    /// Returns and removes the commands since the previous call.
    package func takeCommands() -> [Command] {
        defer { commands = [] }
        return commands
    }

    package func report(_ report: PlaybackReport) { stream.continuation.yield(report) }
}
