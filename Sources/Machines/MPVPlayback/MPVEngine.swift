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
///     player.load([Track("Aria", id: path)])
///     player.play()
///     try await player.wait { $0.phase == .stopped }
/// }
/// ```
///
/// 1. The `id` of a track is the path of a regular file, or a URL of `file`, `http` or `https`. mpv opens that alone,
///    and what a stream consists of: no playlist, no other file that it names, and none next to it.
/// 2. mpv is started by the first load, plays one file at a time, and ends with the engine, or with this program: then
///    its socket is closed. One that ends by itself is a failure of the playback, and the next load starts another one.
/// 3. The position is that which mpv reports last, several times a second while it plays.
/// 4. Data that is missing is a stall, and so is a stream from its load, or a seek, until it plays. So is an mpv that
///    does not answer for five seconds, or a file that gives no data in that time. After 30 seconds, mpv is ended, and
///    that is a failure.
/// 5. A file that cannot be opened or read, and a connection that breaks, is a failure with mpv's error message. A
///    track that is a folder or a playlist is a failure as well. So is the end of a stream that may be a break. Its
///    server names no size, and its playing time is an estimate that grows while it plays.
/// 6. A seek to the end of a file, or a load at that place, ends it; a paused film shows its last picture until it is
///    played again. In a stream that has no such place, a seek changes nothing, and a load begins where it can.
///
/// The engine belongs to the isolation domain of its player. It never waits for mpv or for a disk: files are looked at,
/// and commands are written to a socket, in the background. An mpv that reads none for two seconds, or that has not
/// ended two seconds after the command to quit, is killed.
///
/// Source: mpv's manual, "JSON IPC".
public final class MPVEngine: PlaybackEngine {
    /// The options with which mpv is neither heard nor seen, as on a machine without a loudspeaker.
    public static let silent = ["--ao=null", "--vo=null"]

    public let reports: AsyncStream<PlaybackReport>

    private let shared: Shared

    /// Makes an engine with the program `mpv` on the path; mpv is not started yet.
    ///
    /// - Parameter options: Further options of mpv, such as ``silent``.
    /// - Throws: An ``MPVError`` if there is no such program.
    public convenience init(options: [String] = []) throws(MPVError) {
        guard let program = Self.program else { throw .notInstalled }
        self.init(program: program, options: options)
    }

    /// Makes an engine with a program, which is not started yet.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - options: Further options of mpv, such as ``silent``.
    ///   - clock: The clock that counts the seconds in which mpv does not answer.
    package init(program: URL, options: [String] = [], clock: any Clock<Duration> = ContinuousClock()) {
        let (reports, continuation) = AsyncStream<PlaybackReport>.makeStream()
        self.reports = reports
        shared = Shared(program, options, AnyClock(clock), continuation)
    }

    /// The program `mpv` on the path; `nil` if there is none.
    package static var program: URL? {
        var folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        #if os(macOS)
        // Homebrew's, which are not on the path of a program that Xcode or the Finder starts.
        folders += ["/opt/homebrew/bin", "/usr/local/bin"]
        #endif
        let files = folders.map { URL(filePath: String($0)).appending(path: "mpv") }
        return files.first { file in
            let path = file.path(percentEncoded: false)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            return !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
        }
    }

    /// Asks mpv for the playing time of a file or a stream.
    ///
    /// It may be an estimate, which mpv corrects while the file plays: that of an MP3 without a table of its frames, for example.
    /// So a player can seek past it.
    ///
    /// - Parameters:
    ///   - location: The path or the URL.
    ///   - program: The program; by default, `mpv` on the path.
    ///   - timeLimit: The longest time to wait for the answer.
    ///   - clock: The clock of the time limit.
    /// - Returns: The time; `nil` if it has none, cannot be read, or does not come within the time limit.
    /// - Throws: An ``MPVError`` if mpv cannot be used, or the location is none that it may open.
    public static func duration(
        of location: String, program: URL? = nil, timeLimit: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Duration? {
        let location = try MPVLocation(location)
        guard let program = program ?? Self.program else { throw MPVError.notInstalled }
        let (checks, check) = AsyncThrowingStream<Void, any Error>.makeStream()
        let (events, continuation) = AsyncStream<MPVEvent>.makeStream()
        let clock = AnyClock(clock)
        let timer = ScopedTask.timer(at: clock.now + timeLimit, on: clock) {
            check.finish()
            continuation.finish()
        }
        defer { withExtendedLifetime(timer) {} }
        DispatchQueue.global().async {
            do {
                try location.check()
                check.yield()
            } catch {
                check.finish(throwing: error)
            }
        }
        var isChecked = checks.makeAsyncIterator()
        guard try await isChecked.next() != nil else { return nil }
        let process = try MPVProcess(program, arguments: silent) { event in
            continuation.yield(event)
        } ended: { _ in
            continuation.finish()
        }
        defer { process.end() }
        process.send([(.allowReferences(location.isStream), 0), (.load(location.text), 1)])
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
        _ = try await shared.latestPosition.first(where: condition)
    }

    public var position: Duration { shared.position }

    public var duration: Duration? { shared.duration }

    public func load(_ track: Track, at place: Duration, number: Int) {
        shared.load(number, from: track.id, at: max(place.clamped, .zero))
    }

    // Nothing but this engine pauses its mpv; so it reports no pause, and needs no number.
    public func play(number: Int) { shared.command { $0.play(true) } }
    public func pause() { shared.command { $0.play(false) } }
    public func stop() { shared.command { $0.stop() } }
    public func seek(to time: Duration, number: Int) {
        shared.command { $0.seek(to: max(time.clamped, .zero), number: number) }
    }

    /// The number that the system has given to mpv; `nil` if it is not running.
    package var processIdentifier: Int32? { shared.processIdentifier }
}

/// State shared with the reading thread, which retains it only while it handles an event.
private final class Shared: Sendable {
    private struct State {
        var playhead = MPVPlayhead()
        /// It ends when it is released.
        var process: MPVProcess?
        /// The generation of the process: events of earlier ones do not count.
        var generation = 0
        /// The reason for which the process has ended; `nil` while it is running.
        var ending: String?
        /// Counts the seconds of a load.
        var timer: ScopedTask?

        /// The load that fails because the process has ended, in a report of it; `nil` if there is none.
        mutating func failure() -> PlaybackReport? {
            guard let ending, let load = playhead.forgetProcess() else { return nil }
            return .failed(reason: ending, load: load)
        }
    }

    private let program: URL
    private let options: [String]
    private let clock: AnyClock
    private let reports: AsyncStream<PlaybackReport>.Continuation
    private let state = Mutex(State())
    /// Starts one mpv at a time.
    private let starter = DispatchQueue(label: "mpv")
    /// The position, for a test that waits for one.
    let latestPosition = CurrentValue(Duration.zero)

    init(
        _ program: URL, _ options: [String], _ clock: AnyClock, _ reports: AsyncStream<PlaybackReport>.Continuation
    ) {
        self.program = program
        self.options = options
        self.clock = clock
        self.reports = reports
    }

    deinit { reports.finish() }

    var position: Duration { state.withLock { $0.playhead.position } }
    var duration: Duration? { state.withLock { $0.playhead.duration } }
    var processIdentifier: Int32? { state.withLock { $0.ending == nil ? $0.process?.identifier : nil } }

    private func report(_ report: PlaybackReport) { reports.yield(report) }

    /// Starts mpv, unless it is running.
    private func startIfNeeded() throws(MPVError) {
        let generation = state.withLock { state -> Int? in
            if state.process != nil && state.ending == nil { return nil }
            state.generation += 1
            (state.process, state.ending) = (nil, nil)
            return state.generation
        }
        guard let generation else { return }
        let process = try MPVProcess(program, arguments: options) { [weak self] event in
            self?.receive(event, from: generation)
        } ended: { [weak self] reason in
            self?.ended(generation, reason)
        }
        state.withLock { state in
            state.process = process
            let observations = MPVEvent.properties.map { (MPVCommand.observe($0), request: 0) }
            process.send([(.requestErrors, 0)] + observations + [(.pause(!state.playhead.wantsToPlay), 0)])
        }
    }

    /// Loads a file as soon as it is known to be one, unless something else is wanted by then.
    func load(_ number: Int, from given: String, at place: Duration) {
        let location: MPVLocation
        do throws(MPVError) { location = try MPVLocation(given) } catch {
            return report(.failed(reason: "\(error)", load: number))
        }
        let commands = state.withLock { state in
            defer { latestPosition.update(to: state.playhead.position) }
            state.timer = state.timer ?? makeTimer()
            return state.playhead.load(number: number, from: location.text, at: place)
        }
        let options: [MPVCommand] = [.allowReferences(location.isStream), .begin(at: place)]
        DispatchQueue.global().async { [weak self, starter] in
            let check = Result { () throws(MPVError) in try location.check() }
            starter.async { [weak self] in
                self?.open(number, with: options.map { ($0, request: 0) } + commands, check)
            }
        }
    }

    private func open(_ number: Int, with commands: [(MPVCommand, request: Int)], _ check: Result<Void, MPVError>) {
        guard state.withLock({ $0.playhead.load == number }) else { return }
        do throws(MPVError) {
            try check.get()
            try startIfNeeded()
            state.withLock { state in
                guard state.playhead.load == number else { return }
                state.process?.send(commands)
                // mpv may have ended before it knew of the load.
                if let failure = state.failure() { report(failure) }
            }
        } catch {
            state.withLock { state in
                guard state.playhead.load == number else { return }
                state.playhead.end()
                report(.failed(reason: "\(error)", load: number))
            }
        }
    }

    private func makeTimer() -> ScopedTask {
        .repeating(from: clock.now + .seconds(1), on: clock) { [weak self, clock] in
            self?.tick() == true ? clock.now + .seconds(1) : nil
        }
    }

    /// Notes that another second of a load has passed; mpv is ended when it hangs.
    ///
    /// - Returns: True if there is a load.
    private func tick() -> Bool {
        state.withLock { state in
            guard state.playhead.load != nil else {
                state.timer = nil
                return false
            }
            let (reports, commands, hang) = state.playhead.tick()
            state.process?.send(commands)
            for report in reports { self.report(report) }
            if let hang, let load = state.playhead.forgetProcess() {
                state.generation += 1
                (state.process, state.ending, state.timer) = (nil, nil, nil)
                report(.failed(reason: hang, load: load))
                return false
            }
            return true
        }
    }

    /// Sends the commands that the playhead makes, in its order.
    func command(_ body: (inout MPVPlayhead) -> [(MPVCommand, request: Int)]) {
        state.withLock { state in
            let commands = body(&state.playhead)
            state.process?.send(commands)
            latestPosition.update(to: state.playhead.position)
        }
    }

    private func receive(_ event: MPVEvent, from generation: Int) {
        state.withLock { state in
            guard state.generation == generation else { return }
            let (reports, commands) = state.playhead.receive(event)
            state.process?.send(commands)
            latestPosition.update(to: state.playhead.position)
            for report in reports { self.report(report) }
        }
    }

    private func ended(_ generation: Int, _ reason: String) {
        state.withLock { state in
            guard state.generation == generation else { return }
            state.ending = reason
            if let failure = state.failure() { report(failure) }
        }
    }
}
#endif
