#if os(macOS) || os(Linux)
import AsyncPrimitives
import Foundation
import Playback
import Synchronization

/// Makes an engine that plays files and streams with the program `mpv` on the path. It does not start mpv yet.
///
/// ```swift
/// import MPVPlayback
/// import Playback
///
/// @MainActor func play(_ path: String) async throws {
///     let player = Player(engine: try makeMPVEngine())
///     player.load([Track("Aria", id: path)])
///     player.play()
///     try await player.wait { $0.phase == .stopped }
/// }
/// ```
///
/// 1. The `id` of a track is the path of a regular file, or a URL of `file`, `http` or `https`. mpv opens only this
///    file, or this stream with its parts: no playlist, and no file that the track names or that lies next to it.
/// 2. The first load starts mpv, which plays one file at a time. mpv ends when the engine or this program closes its
///    socket. If mpv ends by itself, the playback has failed, and the next load starts mpv again.
/// 3. The position is the latest position that mpv has reported. mpv reports it several times a second while it plays.
/// 4. Playback stalls while data is missing, and when mpv does not answer, or a file gives no data, for five seconds. A
///    stream also stalls from a load or a seek until it plays. If mpv does not answer for 30 seconds, or a file gives
///    no data for 30 seconds, the engine ends mpv, and the playback has failed.
/// 5. The playback also fails, with mpv's error message, if a file cannot be opened or read, or a connection breaks. It
///    fails if a track is a folder or a playlist. It fails at an end of a stream that may be a break: the server names
///    no size, and the playing time is an estimate that grows during playback.
/// 6. A seek to the end of a file, or a load there, ends the file; a paused film shows its last picture until it is
///    played again. If a stream lacks the position, a seek changes nothing, and a load begins where it can.
///
/// The engine belongs to the isolation domain of its player. It never waits for mpv or for a disk: it examines files
/// and writes commands in the background. mpv is killed if it reads no command for two seconds, or has not ended two
/// seconds after the command to quit.
///
/// Source: mpv's manual, "JSON IPC".
///
/// - Parameters:
///   - isSilent: True to play no sound and show no window, as for a machine without a loudspeaker.
///   - options: Further options of mpv.
/// - Returns: The engine, for one player.
/// - Throws: An ``MPVError`` if there is no such program.
public func makeMPVEngine(isSilent: Bool = false, options: [String] = []) throws(MPVError) -> any PlaybackEngine {
    try MPVEngine(options: (isSilent ? MPVEngine.silent : []) + options)
}

/// The engine behind ``makeMPVEngine(isSilent:options:)``.
package final class MPVEngine: PlaybackEngine {
    /// The options with which mpv plays no sound and shows no window, as for a machine without a loudspeaker.
    package static let silent = ["--ao=null", "--vo=null"]

    package let reports: AsyncStream<PlaybackReport>

    private let shared: Shared

    package convenience init(options: [String] = []) throws(MPVError) {
        guard let program = Self.program else { throw .notInstalled }
        self.init(program: program, options: options)
    }

    /// Makes an engine with a program. It does not start the program yet.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - options: Further options of mpv.
    ///   - clock: The clock that counts the seconds in which mpv does not answer.
    package init(program: URL, options: [String] = [], clock: any Clock<Duration> = ContinuousClock()) {
        let (reports, continuation) = AsyncStream<PlaybackReport>.makeStream()
        self.reports = reports
        shared = Shared(program, options, AnyClock(clock), continuation)
    }

    /// The program `mpv` in the folders of `PATH` and, on macOS, in those of Homebrew; `nil` if no folder has it.
    package static var program: URL? {
        var folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        #if os(macOS)
        // Homebrew's folders, which are not on the path of a program that Xcode or the Finder starts.
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
    /// The time may be an estimate, as for an MP3 without a table of its frames. While the file plays, mpv corrects the
    /// estimate, so a player may seek beyond it.
    ///
    /// - Parameters:
    ///   - location: The path or the URL.
    ///   - program: The program; by default, `mpv` on the path.
    ///   - timeLimit: The longest time to wait for the answer.
    ///   - clock: The clock of the time limit.
    /// - Returns: The time; `nil` if the file has none or cannot be read, or mpv does not answer within the time limit.
    /// - Throws: An ``MPVError`` if mpv cannot be used, or may not open the location.
    package static func duration(
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
            // mpv reports the current value of a property as the first event after it is observed.
            case .fileLoaded: process.send([(.observe("duration"), 2)])
            case .duration(let duration): return duration
            case .endFile: return nil
            default: break
            }
        }
        return nil
    }

    /// Waits until mpv reports a position that meets a condition. This is for tests.
    nonisolated(nonsending) package func wait(forPosition condition: (Duration) -> Bool) async throws {
        _ = try await shared.latestPosition.first(where: condition)
    }

    package var position: Duration { shared.position }

    package var duration: Duration? { shared.duration }

    package func load(_ track: Track, at place: Duration, number: Int) {
        shared.load(number, from: track.id, at: max(place.clamped, .zero))
    }

    // Only this engine pauses its mpv. So it never reports a pause by something else, and `number` is not needed.
    package func play(number: Int) { shared.command { $0.play(true) } }
    package func pause() { shared.command { $0.play(false) } }
    package func stop() { shared.command { $0.stop() } }
    package func seek(to time: Duration, number: Int) {
        shared.command { $0.seek(to: max(time.clamped, .zero), number: number) }
    }

    /// The process identifier of mpv; `nil` if mpv is not running.
    package var processIdentifier: Int32? { shared.processIdentifier }
}

/// State shared with the thread that reads from mpv. The thread retains it only while it handles an event.
private final class Shared: Sendable {
    private struct State {
        var playhead = MPVPlayhead()
        /// The latest mpv process. It ends when it is released.
        var process: MPVProcess?
        /// The number of the latest process. Events of earlier processes are ignored.
        var generation = 0
        /// The reason why the latest process has ended; `nil` while it is running.
        var ending: String?
        /// Counts the seconds of a load.
        var timer: ScopedTask?

        /// Returns the failure of the current load, if its process has ended; otherwise `nil`.
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
    /// The queue that starts processes, one at a time.
    private let starter = DispatchQueue(label: "mpv")
    /// The latest position, for tests that wait for a position.
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

    /// Checks that a location is a file or a stream, then loads it, unless a newer command has come in.
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
                // mpv may have ended before it received the load.
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

    /// Counts another second of the current load, and ends mpv if it hangs.
    ///
    /// - Returns: False if there is no load, so that no further tick is needed.
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

    /// Sends the commands that `body` makes with the playhead, in order.
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
