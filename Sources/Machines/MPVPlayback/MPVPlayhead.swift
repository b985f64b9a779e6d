import Playback

/// A translator between an engine and mpv. It numbers the commands, and turns mpv's events into reports.
///
/// mpv may still send events of a file after the engine has asked for the next file. mpv gives each file a number,
/// which is in the reply to `loadfile` and in the events at the start and the end of the file. The playhead ignores
/// events of all files except the latest.
///
/// The playhead only decides. It knows no process.
struct MPVPlayhead {
    /// The difference from the playing time that is tolerated at the end of a file. mpv may report positions rarely.
    private static let tolerance = Duration.seconds(5)
    /// The seconds without an answer or data after which playback stalls, and after which it has failed.
    private static let timeLimits = (stall: 5, failure: 30)

    /// The load that the player wants; `nil` after a stop.
    private(set) var load: Int?
    /// True if mpv should play whenever a file is loaded.
    private(set) var wantsToPlay = false
    private(set) var duration: Duration?
    /// The position in the file; 0 without a file.
    private(set) var position = Duration.zero
    /// The latest place at which mpv should play on: of the load, or of a seek.
    private var start = Duration.zero
    private var lastRequest = 0
    /// The number of the request that loads the file; `nil` without a load.
    private var loadRequest: Int?
    /// mpv's number for the file of the load; `nil` until mpv has answered the request.
    private var entry: Int?
    /// mpv's number for the file that mpv is opening or playing; `nil` if mpv is idle.
    private var startedEntry: Int?
    /// True if mpv could open the file that it started last.
    private var isOpen = false
    /// True if the load is from a URL other than a `file` URL.
    private var isStream = false
    /// True if mpv reports that it waits for data. mpv does so only after the file has begun to play.
    private var isWaitingForData = false
    /// True if mpv has not answered, or the file has given no data, for five seconds.
    private var isLate = false
    /// The seconds since the latest message of mpv; the seconds without an open file, or without data to play.
    private var silence = 0, standstill = 0
    /// True if the file had no data to play at mpv's latest answer; the position at the latest tick.
    private var isStarved = false, latestTick = Duration.zero
    /// True if mpv knows the size of the file; true if the playing time has grown since the file was opened.
    private var hasSize = false, hasGrown = false
    /// True if the file plays or could play. A load or a seek makes it false until mpv reports the restart.
    private var hasRestarted = false
    /// True if the latest report about stalls was the beginning of a stall.
    private var isStalled = false
    /// The seek that waits until mpv has opened the file; `nil` if none waits.
    private var heldSeek: (number: Int, time: Duration)?
    /// The latest seek that was sent to mpv; `nil` once mpv has carried it out.
    private var seek: Seek?
    /// The error message that explains a failure of the file; `nil` if mpv has sent no message for this file.
    private var errorText: String?
    /// The reason of a failure, and the number of a request. All error messages come before the request's answer.
    private var failure: (reason: String, request: Int)?

    /// A seek that was sent to mpv.
    private struct Seek {
        let number: Int
        let time: Duration
        let request: Int
        /// True once mpv has answered the command. If a seek begins before that, it is an earlier seek.
        var isAccepted = false
        var hasBegun = false
    }

    /// True if mpv is opening or playing the file of the current load, not an earlier file.
    private var isStarted: Bool { entry != nil && entry == startedEntry }

    // MARK: Commands

    mutating func load(number: Int, from location: String, at place: Duration) -> [(MPVCommand, request: Int)] {
        end()
        load = number
        (start, position) = (place, place)
        isStream = !location.hasPrefix("/") && location.contains("://") && !location.hasPrefix("file://")
        let command = numbered(.load(location))
        loadRequest = command.request
        return [command]
    }

    mutating func play(_ wantsToPlay: Bool) -> [(MPVCommand, request: Int)] {
        self.wantsToPlay = wantsToPlay
        return [numbered(.pause(!wantsToPlay))]
    }

    mutating func stop() -> [(MPVCommand, request: Int)] {
        end()
        wantsToPlay = false
        return [numbered(.pause(true)), numbered(.stop)]
    }

    mutating func seek(to time: Duration, number: Int) -> [(MPVCommand, request: Int)] {
        guard load != nil else { return [] }
        start = time
        guard isStarted, isOpen else {
            heldSeek = (number, time)
            return []
        }
        let command = numbered(.seek(to: time))
        seek = Seek(number: number, time: time, request: command.request)
        return [command]
    }

    private mutating func numbered(_ command: MPVCommand) -> (MPVCommand, request: Int) {
        lastRequest += 1
        return (command, lastRequest)
    }

    /// Forgets the load, because it is over or no longer wanted.
    mutating func end() {
        load = nil
        position = .zero
        duration = nil
        (isWaitingForData, hasRestarted, isStalled) = (false, false, false)
        (isLate, isStarved, silence, standstill, latestTick) = (false, false, 0, 0, .zero)
        (loadRequest, entry, heldSeek, seek, failure) = (nil, nil, nil, nil, nil)
    }

    /// True if the file has ended well before its playing time. mpv reports a broken connection as the end, too.
    ///
    /// For a file on this machine, an error message is also necessary: the playing time in its header may be an
    /// estimate.
    private var isTooEarly: Bool {
        guard let duration, isStream || errorText != nil else { return false }
        return duration - (seek?.time ?? position) > Self.tolerance
    }

    /// True if the end of a stream may be a break: the size is unknown, and the playing time is unknown or has grown.
    private var isOfUnknownLength: Bool {
        isStream && !hasSize && position > .zero && seek == nil && (duration == nil || hasGrown)
    }

    // MARK: Time

    /// Counts another second of the load, and asks mpv for an answer.
    ///
    /// - Returns: The reports for the player, the commands for mpv, and the reason to end mpv; `nil` unless it hangs.
    mutating func tick() -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)], hang: String?) {
        let plays = isStarted && isOpen && !(wantsToPlay && isStarved && position == latestTick)
        (silence, standstill, latestTick) = (silence + 1, plays ? 0 : standstill + 1, position)
        isLate = max(silence, standstill) >= Self.timeLimits.stall
        let hang: String? =
            if silence >= Self.timeLimits.failure {
                "mpv has not answered for \(silence) seconds"
            } else if standstill >= Self.timeLimits.failure, !isStream {
                "the file has given no data for \(standstill) seconds"
            } else {
                nil
            }
        return (updateStall(), [numbered(.ask)], hang)
    }

    // MARK: Events

    /// Handles an event.
    ///
    /// - Returns: The reports for the player, and commands for mpv.
    mutating func receive(_ event: MPVEvent) -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)]) {
        silence = 0
        switch event {
        case .reply(let request, let error, let entry, let isStarved):
            if let isStarved { self.isStarved = isStarved }
            return (answered(request, error, entry), [])
        case .startFile(let entry):
            (startedEntry, isOpen, errorText) = (entry, false, nil)
            hasGrown = false
            return (restarted(false), [])
        case .fileLoaded:
            isOpen = true
            guard isStarted, let held = heldSeek else { break }
            heldSeek = nil
            return ([], seek(to: held.time, number: held.number))
        case .seek:
            if let goal = seek?.time, seek?.isAccepted == true {
                seek?.hasBegun = true
                position = goal
            }
            return (restarted(false), [])
        case .playbackRestart: return (restarted(true) + (seek?.hasBegun == true ? endSeek() : []), [])
        case .cannotSeek: if isStarted, seek?.isAccepted == true { return (endSeek(), []) }
        case .position(let position):
            if isStarted, isOpen, let position { self.position = max(position, .zero) }
        case .duration(let duration):
            // At the end of a file, mpv may forget the playing time before it reports the end. That is ignored.
            guard isStarted, let duration else { break }
            if let earlier = self.duration, earlier < duration { hasGrown = true }
            self.duration = duration
        case .hasSize(let hasSize):
            // At the end of a file, mpv forgets the size a little before it reports the end. That is ignored.
            if hasSize || startedEntry == nil || !isOpen { self.hasSize = hasSize }
        case .isWaitingForData(let waits):
            guard isStarted else { break }
            isWaitingForData = waits
            return (updateStall(), [])
        case .error(let text):
            // Keep the first message if the file cannot be opened, but the latest message once it is open.
            if errorText == nil || isOpen { errorText = text }
        case .shutdown: break  // The end of the process is reported as the failure.
        case .endFile(let entry, let reason, let error): return ended(entry, reason, error)
        }
        return ([], [])
    }

    private mutating func restarted(_ hasRestarted: Bool) -> [PlaybackReport] {
        guard isStarted else { return [] }
        self.hasRestarted = hasRestarted
        return updateStall()
    }

    /// Reports the beginning or the end of a stall, if there was such a change.
    private mutating func updateStall() -> [PlaybackReport] {
        let stalls = isWaitingForData || isLate || (isStream && isStarted && !hasRestarted)
        guard let load, stalls != isStalled else { return [] }
        isStalled = stalls
        return [stalls ? .stalled(load: load) : .recovered(load: load)]
    }

    private mutating func answered(_ request: Int, _ error: String?, _ entry: Int?) -> [PlaybackReport] {
        switch request {
        case failure?.request: return reportFailure()
        case loadRequest:
            self.entry = entry
            guard let error, let load else { return [] }
            end()
            return [.failed(reason: "mpv rejected the file: \(error)", load: load)]
        case seek?.request:
            seek?.isAccepted = true
            return error == nil ? [] : endSeek()
        default: return []
        }
    }

    /// Reports that the seek is over: mpv has carried it out, or cannot, as for a live stream.
    private mutating func endSeek() -> [PlaybackReport] {
        guard let load, let seek else { return [] }
        self.seek = nil
        return [.sought(seek.number, load: load)]
    }

    private mutating func ended(
        _ entry: Int, _ reason: String, _ error: String?
    ) -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)]) {
        startedEntry = nil
        guard entry == self.entry, let load else { return ([], []) }
        switch reason {
        case "eof":
            if isTooEarly { return ([], [fail("the file ended early, after \(position) of \(duration ?? .zero)")]) }
            if isOfUnknownLength {
                return (
                    [], [fail("the stream ended after \(position); whether that was its end, its server does not tell")]
                )
            }
            return (finish(load), [])
        case "redirect":
            end()
            return (
                [.failed(reason: "a folder or a playlist; a track has to be one file", load: load)], [numbered(.stop)]
            )
        case "quit": return ([], [])  // The end of the process is reported as the failure.
        // If a load begins at the end of a file, or a seek leads there, there is nothing to play. That is no error.
        case "error"
        where error == "no audio or video data played" && duration.map { max(start, position) >= $0 } == true:
            return (finish(load), [])
        case "error": return ([], [fail(error ?? "error")])
        default: return ([], [fail("mpv stopped playing the file (\(reason))")])
        }
    }

    private mutating func finish(_ load: Int) -> [PlaybackReport] {
        position = duration ?? position
        self.load = nil
        return [.finished(load: load)]
    }

    /// Stores a failure. It is reported after all error messages about it have come in.
    private mutating func fail(_ reason: String) -> (MPVCommand, request: Int) {
        let command = numbered(.ask)
        failure = (reason, command.request)
        return command
    }

    private mutating func reportFailure() -> [PlaybackReport] {
        guard let load, let (reason, _) = failure else { return [] }
        end()
        return [.failed(reason: errorText.map { "\(reason): \($0)" } ?? reason, load: load)]
    }

    /// Forgets everything about a process that has ended.
    ///
    /// - Returns: The number of the load that has ended with the process; `nil` without a load.
    @discardableResult mutating func forgetProcess() -> Int? {
        let load = load
        end()
        (startedEntry, isOpen, hasSize) = (nil, false, false)
        return load
    }
}
