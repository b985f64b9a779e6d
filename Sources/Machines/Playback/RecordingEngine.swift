/// An engine that records its commands, and passes them to another engine, if it was given one.
///
/// Without another engine, it reports nothing by itself: a test makes the reports.
public final class RecordingEngine: PlaybackEngine {
    public enum Command: Hashable, Sendable {
        case load(Track, at: Duration = .zero, number: Int)
        case play(number: Int)
        case pause
        case stop
        case seek(Duration, number: Int)
    }

    private let engine: (any PlaybackEngine)?
    // Lazy, because most tests make many engines without a listener or a report.
    private lazy var stream = AsyncStream.makeStream(of: PlaybackReport.self)
    public var reports: AsyncStream<PlaybackReport> { engine?.reports ?? stream.stream }

    package private(set) var commands: [Command] = []
    private var place = Duration.zero
    private var length: Duration?
    /// The position that the engine returns. A test sets it, also after a seek, as if the seek took a while.
    public var position: Duration {
        get { engine?.position ?? place }
        set { place = newValue }
    }
    /// The playing time that the engine returns: after a load, the track's duration, until a test sets another one.
    public var duration: Duration? {
        get { engine == nil ? length : engine?.duration }
        set { length = newValue }
    }
    /// Called during each command. It stands for an engine that reports before the command has returned.
    package var onCommand: ((Command) -> Void)?

    public init(_ engine: (any PlaybackEngine)? = nil) { self.engine = engine }

    public func load(_ track: Track, at place: Duration, number: Int) {
        (length, self.place) = (track.duration, place)
        record(.load(track, at: place, number: number))
        engine?.load(track, at: place, number: number)
    }

    public func play(number: Int) {
        record(.play(number: number))
        engine?.play(number: number)
    }

    public func pause() {
        record(.pause)
        engine?.pause()
    }

    public func stop() {
        (length, place) = (nil, .zero)
        record(.stop)
        engine?.stop()
    }

    public func seek(to time: Duration, number: Int) {
        record(.seek(time, number: number))
        engine?.seek(to: time, number: number)
    }

    private func record(_ command: Command) {
        commands.append(command)
        onCommand?(command)
    }

    // MARK: For the test

    /// Returns and removes the commands since the previous call.
    public func takeCommands() -> [Command] {
        defer { commands = [] }
        return commands
    }

    package func report(_ report: PlaybackReport) { stream.continuation.yield(report) }
}
