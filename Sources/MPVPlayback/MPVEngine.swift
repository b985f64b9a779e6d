#if os(macOS) || os(Linux)
import AsyncPrimitives
import Foundation
import Playback
import Synchronization

/// An engine that plays files and streams with the program mpv.
///
/// ```swift
/// import MPVPlayback
/// import Playback
///
/// @MainActor func play(_ path: String) async throws {
///     let player = Player(engine: try MPVEngine())
///     let duration = try await MPVEngine.duration(of: path)
///     player.load([Track("Aria", id: path, duration: duration ?? .zero)])
///     player.play()
///     await player.run()
/// }
/// ```
///
/// 1. The `id` of a track is the path or the URL that mpv opens.
/// 2. mpv is started by the first load, plays one file at a time, and ends with the engine, or with this program, however that
///    ends. One that ends by itself is a failure of the playback, and the next load starts another one.
/// 3. The position is that which mpv reports last, several times a second while it plays.
/// 4. Data that is missing is a stall. A file that cannot be opened or read is a failure, with mpv's words.
/// 5. A seek to the end of a file ends it.
///
/// The engine belongs to the isolation domain of its player. Nothing waits for mpv: a command is written to a socket.
///
/// Source: mpv's manual, "JSON IPC".
public final class MPVEngine: PlaybackEngine {
    /// The options with which mpv is neither heard nor seen, as on a machine without a loudspeaker.
    public static let silent = ["--ao=null", "--vo=null"]

    public let reports: AsyncStream<PlaybackReport>

    private let program: URL
    private let options: [String]
    private let shared: Shared
    private var process: MPVProcess?

    /// Makes an engine; mpv is not started yet.
    ///
    /// - Parameters:
    ///   - program: The program; by default, `mpv` on the path.
    ///   - options: Further options of mpv, such as ``silent``.
    /// - Throws: ``MPVError/notInstalled``
    public init(program: URL? = nil, options: [String] = []) throws(MPVError) {
        guard let program = program ?? Self.program else { throw .notInstalled }
        self.program = program
        self.options = options
        let (reports, continuation) = AsyncStream<PlaybackReport>.makeStream()
        self.reports = reports
        shared = Shared(continuation)
    }

    deinit {
        process?.end()
        shared.finish()
    }

    /// The program `mpv` on the path; `nil` if there is none.
    public static var program: URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let files = path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "mpv") }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
    }

    /// Asks mpv for the playing time of a file or a stream.
    ///
    /// - Parameters:
    ///   - location: The path or the URL.
    ///   - program: The program; by default, `mpv` on the path.
    /// - Returns: The time; `nil` if it has none, or cannot be read.
    /// - Throws: An ``MPVError`` if mpv cannot be used.
    public static func duration(of location: String, program: URL? = nil) async throws -> Duration? {
        guard let program = program ?? Self.program else { throw MPVError.notInstalled }
        let (events, continuation) = AsyncStream<MPVEvent>.makeStream()
        let process = try MPVProcess(program, arguments: silent) { event in
            continuation.yield(event)
        } ended: { _ in
            continuation.finish()
        }
        defer { process.end() }
        process.send([(.load(location), 1)])
        for await event in events {
            switch event {
            // The first event of a property has its value at that time.
            case .fileLoaded: process.send([(.observe("duration"), 2)])
            case .duration(let duration): return duration
            case .endFile: return nil
            default: break
            }
        }
        return nil
    }

    /// Waits until mpv reports a position that meets a condition.
    nonisolated(nonsending) package func wait(forPosition condition: (Duration) -> Bool) async throws {
        _ = try await shared.place.first(where: condition)
    }

    public var position: Duration { shared.playhead.withLock { $0.position } }

    /// The playing time of the loaded file; `nil` as long as mpv does not know it.
    public var duration: Duration? { shared.playhead.withLock { $0.duration } }

    public func load(_ track: Track, number: Int) {
        do throws(MPVError) {
            let process = try runningProcess()
            shared.command(process) { $0.load(number: number, from: track.id) }
        } catch {
            shared.report([.failed(reason: "\(error)", load: number)])
        }
    }

    public func play() { shared.command(process) { $0.play(true) } }
    public func pause() { shared.command(process) { $0.play(false) } }
    public func stop() { shared.command(process) { $0.stop() } }

    public func seek(to time: Duration, number: Int) {
        shared.command(process) { $0.seek(to: time, number: number) }
    }

    /// The number that the system has given to mpv; `nil` if it is not running.
    package var processIdentifier: Int32? { process.flatMap { shared.isRunning($0) ? $0.identifier : nil } }

    /// The process, which is started if there is none.
    private func runningProcess() throws(MPVError) -> MPVProcess {
        if let process, shared.isRunning(process) { return process }
        let process = try shared.start(program, options)
        self.process = process
        return process
    }
}

/// The parts of an engine that it shares with the threads on which mpv is heard.
private final class Shared: Sendable {
    let playhead = Mutex(MPVPlayhead())
    /// The position, for those who wait for it.
    let place = CurrentValue(Duration.zero)
    private let reports: AsyncStream<PlaybackReport>.Continuation
    /// The process whose events count; weak, because the engine owns it.
    private let current = Mutex(Current())

    private struct Current {
        weak var process: MPVProcess?
        var number = 0
    }

    init(_ reports: AsyncStream<PlaybackReport>.Continuation) { self.reports = reports }

    func finish() { reports.finish() }
    func report(_ reports: [PlaybackReport]) { for report in reports { self.reports.yield(report) } }

    func isRunning(_ process: MPVProcess) -> Bool {
        !process.hasExited && current.withLock { $0.process === process }
    }

    func start(_ program: URL, _ options: [String]) throws(MPVError) -> MPVProcess {
        let number = current.withLock { current in
            current.number += 1
            current.process = nil
            return current.number
        }
        let process = try MPVProcess(program, arguments: options) { [weak self] event in
            self?.receive(event, from: number)
        } ended: { [weak self] reason in
            self?.ended(number, reason)
        }
        let isPlaying = playhead.withLock { playhead in
            _ = playhead.processEnded("")
            return playhead.wantsToPlay
        }
        current.withLock { if $0.number == number { $0.process = process } }
        process.send([(.requestErrors, 0)] + MPVEvent.properties.map { (.observe($0), 0) } + [(.pause(!isPlaying), 0)])
        return process
    }

    /// Sends the commands that the playhead makes, in its order.
    func command(_ process: MPVProcess?, _ body: (inout MPVPlayhead) -> [(MPVCommand, request: Int)]) {
        playhead.withLock { playhead in
            let commands = body(&playhead)
            process?.send(commands)
            place.update(to: playhead.position)
        }
    }

    private func receive(_ event: MPVEvent, from number: Int) {
        guard let process = current.withLock({ $0.number == number ? $0.process : nil }) else { return }
        playhead.withLock { playhead in
            let (reports, commands) = playhead.receive(event)
            if !commands.isEmpty { process.send(commands) }
            place.update(to: playhead.position)
            report(reports)
        }
    }

    private func ended(_ number: Int, _ reason: String) {
        let isCurrent = current.withLock { current in
            guard current.number == number else { return false }
            current.process = nil
            return true
        }
        guard isCurrent else { return }
        playhead.withLock { playhead in
            if let failure = playhead.processEnded(reason) { report([failure]) }
        }
    }
}
#endif
