import Playback

/// A translator between an engine and mpv: it numbers the commands, and turns the events into reports.
///
/// mpv may still send events of a file after the engine has asked for the next one. It gives each file a number, which
/// is in the reply to `loadfile` and in the events at the start and the end of the file. The playhead ignores events of
/// all files but the latest.
///
/// The playhead only decides, and knows no process.
struct MPVPlayhead {
    /// The playing time that may be missing at the end of a file: mpv reports the position rarely where little changes.
    private static let tolerance = Duration.seconds(5)
    /// The seconds without an answer of mpv, or without data, until playback stalls, and until it has failed.
    private static let timeLimits = (stall: 5, failure: 30)

    /// The load that the player wants; `nil` after a stop.
    private(set) var load: Int?
    /// True if mpv should play.
    private(set) var wantsToPlay = false
    private(set) var duration: Duration?
    /// The position in the file; 0 without a file.
    private(set) var position = Duration.zero
    private var lastRequest = 0
    /// The number of the request for the load.
    private var loadRequest: Int?
    /// mpv's number for the file of the load; `nil` until mpv has answered.
    private var entry: Int?
    /// mpv's number for the file that it opens or plays; `nil` if mpv is idle.
    private var startedEntry: Int?
    /// True if the file that mpv started last could be opened.
    private var isOpen = false
    /// True if the location of the load is a URL, but not of a file.
    private var isStream = false
    /// True if mpv reports that it waits for data, which it does only once the file plays.
    private var isWaitingForData = false
    /// True if mpv has not answered, or the file has given no data, for a while.
    private var isLate = false
    /// The seconds since the last message of mpv, and the seconds without an open file or data to play.
    private var silence = 0, standstill = 0
    /// True if the file had no data to play when mpv last answered; the position at the last tick.
    private var isStarved = false, latestTick = Duration.zero
    /// True if mpv knows the size of the file; true if the playing time has grown since the file was opened.
    private var hasSize = false, hasGrown = false
    /// True if the file plays or is ready to; false from a load or a seek until then.
    private var hasRestarted = false
    /// True if a stall was reported, but not yet its end.
    private var isStalled = false
    /// The seek that waits until the file is open.
    private var heldSeek: (number: Int, time: Duration)?
    /// The latest seek that mpv was asked for; `nil` once it has been carried out.
    private var seek: Seek?
    /// The error message that explains a failure of the file; `nil` if mpv has sent none for this file.
    private var errorText: String?
    /// The reason of a failure, and a request: its answer comes after all error messages about the failure.
    private var failure: (reason: String, request: Int)?

    /// A seek that mpv carries out.
    private struct Seek {
        let number: Int
        let time: Duration
        let request: Int
        /// True once mpv has answered; a seek that begins before is an earlier one.
        var isAccepted = false
        var hasBegun = false
    }

    /// True if mpv opens or plays the file of the load that the player wants, rather than an earlier one.
    private var isStarted: Bool { entry != nil && entry == startedEntry }

    // MARK: Commands

    mutating func load(number: Int, from location: String, at place: Duration) -> [(MPVCommand, request: Int)] {
        end()
        load = number
        position = place
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

    /// Forgets the load, which is over or no longer wanted.
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
    /// A file on this machine must have an error message, too: the playing time in its header may be an estimate.
    private var isTooEarly: Bool {
        guard let duration, isStream || errorText != nil else { return false }
        return duration - (seek?.time ?? position) > Self.tolerance
    }

    /// True if the end of a stream may be a break: its size is unknown, and its playing time is unknown or has grown.
    private var isOfUnknownLength: Bool {
        isStream && !hasSize && position > .zero && seek == nil && (duration == nil || hasGrown)
    }

    // MARK: Time

    /// Notes that another second of the load has passed, and asks mpv for an answer.
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

    /// Evaluates an event.
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
            guard isStarted else { break }
            if let earlier = self.duration, let duration, earlier < duration { hasGrown = true }
            self.duration = duration
        case .hasSize(let hasSize):
            // mpv forgets the size at the end of a file, a little before it reports the end.
            if hasSize || startedEntry == nil || !isOpen { self.hasSize = hasSize }
        case .isWaitingForData(let waits):
            guard isStarted else { break }
            isWaitingForData = waits
            return (updateStall(), [])
        case .error(let text):
            // The first message tells why a file cannot be opened; the last one tells why an open file ends.
            if errorText == nil || isOpen { errorText = text }
        case .shutdown: break  // The end of the process is the failure.
        case .endFile(let entry, let reason, let error): return ended(entry, reason, error)
        }
        return ([], [])
    }

    private mutating func restarted(_ hasRestarted: Bool) -> [PlaybackReport] {
        guard isStarted else { return [] }
        self.hasRestarted = hasRestarted
        return updateStall()
    }

    /// Reports a stall that has begun or ended.
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

    /// Reports that the seek is over: it has been carried out, or the file, such as a live stream, cannot seek.
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
        case "quit": return ([], [])  // The end of the process is the failure.
        // A load at the end of a file has nothing to play, which is no error.
        case "error" where error == "no audio or video data played" && duration.map { position >= $0 } == true:
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

    /// Notes a failure, which is reported after all error messages about it have come in.
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
    /// - Returns: The load that has ended with the process, if any.
    @discardableResult mutating func forgetProcess() -> Int? {
        let load = load
        end()
        (startedEntry, isOpen, hasSize) = (nil, false, false)
        return load
    }
}
