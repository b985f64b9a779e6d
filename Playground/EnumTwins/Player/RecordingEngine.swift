import Playback

/// An engine that writes down what it is told and does nothing by itself; what it reports is up to the test.
public final class RecordingEngine: PlaybackEngine {
    public enum Command: Hashable, Sendable {
        case load(Track, number: Int)
        case play
        case pause
        case stop
        case seek(Duration, number: Int)
    }

    // Made by the first listener or report: most tests make many engines and have neither.
    private lazy var stream = AsyncStream.makeStream(of: PlaybackReport.self)
    public var reports: AsyncStream<PlaybackReport> { stream.stream }

    public private(set) var commands: [Command] = []
    /// The position that the engine returns. The test sets it, also after a seek, as if that took a while.
    public var position = Duration.zero
    private var goal: Duration?
    /// Called within each command, as by an engine that reports before a command has returned.
    public var onCommand: ((Command) -> Void)?

    public init() {}

    public func load(_ track: Track, number: Int) {
        position = .zero
        goal = nil
        record(.load(track, number: number))
    }

    public func play() { record(.play) }
    public func pause() { record(.pause) }

    public func stop() {
        position = .zero
        goal = nil
        record(.stop)
    }

    public func seek(to time: Duration, number: Int) {
        goal = time
        record(.seek(time, number: number))
    }

    private func record(_ command: Command) {
        commands.append(command)
        onCommand?(command)
    }

    // MARK: For the test

    /// Returns the commands since this was called last, and forgets them.
    public func takeCommands() -> [Command] {
        defer { commands = [] }
        return commands
    }

    /// Carries out the latest seek. As engines do, it lands a little before the goal.
    public func arrive() {
        if let goal { position = goal * 0.98 }
    }

    public func report(_ report: PlaybackReport) { stream.continuation.yield(report) }

    /// The engine is gone for good, as when its program has quit.
    public func end() { stream.continuation.finish() }
}
