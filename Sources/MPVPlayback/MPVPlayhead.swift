import Playback

/// The work of mpv for an engine: the playhead numbers the commands, and makes reports of the events.
///
/// mpv says what it has to say of one file while it is asked for the next one already. It numbers the files that it is asked for,
/// and the answer to `loadfile` has the number: so each event is about a known load, and what is about an earlier one is dropped.
///
/// The playhead only decides, and knows no process.
struct MPVPlayhead {
    /// The load that the player wants; `nil` after a stop.
    private(set) var load: Int?
    /// True if mpv is to play.
    private(set) var wantsToPlay = false
    private(set) var duration: Duration?
    /// The place in the file; 0 without one.
    private(set) var position = Duration.zero
    private var lastRequest = 0
    /// The request for the load.
    private var loadRequest: Int?
    /// mpv's number for the file of the load; `nil` until mpv has answered.
    private var entry: Int?
    /// mpv's number for the file that it opens or plays; `nil` if there is none.
    private var startedEntry: Int?
    /// True if that file is open.
    private var isOpen = false
    private var isStalled = false
    /// The seek that waits until the file is open.
    private var heldSeek: (number: Int, time: Duration)?
    /// The latest seek that mpv was asked for; `nil` once it has been carried out.
    private var seek: Seek?
    /// The first error in mpv's words since the file was begun.
    private var words: String?
    /// The failure of a load, and the request whose answer comes behind all words about it.
    private var failure: (load: Int, error: String, request: Int?)?

    /// A seek that mpv carries out.
    private struct Seek {
        let number: Int
        let request: Int
        /// True once mpv has answered: a seek that begins before that is an earlier one.
        var isAccepted = false
        var hasBegun = false
    }

    /// True if mpv opens or plays the file of the load that the player wants, rather than an earlier one.
    private var isStarted: Bool { entry != nil && entry == startedEntry }

    // MARK: Commands

    mutating func load(number: Int, from location: String) -> [(MPVCommand, request: Int)] {
        load = number
        position = .zero
        duration = nil
        isStalled = false
        (entry, heldSeek, seek, words, failure) = (nil, nil, nil, nil, nil)
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
        seek = Seek(number: number, request: command.request)
        return [command]
    }

    private mutating func numbered(_ command: MPVCommand) -> (MPVCommand, request: Int) {
        lastRequest += 1
        return (command, lastRequest)
    }

    /// Forgets the load, which is over or not wanted any more.
    private mutating func end() {
        load = nil
        position = .zero
        duration = nil
        isStalled = false
        (loadRequest, entry, heldSeek, seek, failure) = (nil, nil, nil, nil, nil)
    }

    // MARK: Events

    /// Evaluates an event.
    ///
    /// - Returns: The reports for the player, and commands for mpv.
    mutating func receive(_ event: MPVEvent) -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)]) {
        switch event {
        case .reply(let request, let isSuccess, let entry): return (answered(request, isSuccess, entry), [])
        case .startFile(let entry):
            (startedEntry, isOpen, words) = (entry, false, nil)
        case .fileLoaded:
            isOpen = true
            guard isStarted, let held = heldSeek else { break }
            heldSeek = nil
            return ([], seek(to: held.time, number: held.number))
        case .seek: if seek?.isAccepted == true { seek?.hasBegun = true }
        case .playbackRestart: if isStarted, seek?.hasBegun == true { return (endSeek(), []) }
        case .cannotSeek: if isStarted, seek?.isAccepted == true { return (endSeek(), []) }
        case .position(let position):
            if isStarted, isOpen, let position { self.position = max(position, .zero) }
        case .duration(let duration): if isStarted { self.duration = duration }
        case .isWaitingForData(let waits):
            guard isStarted, let load, waits != isStalled else { break }
            isStalled = waits
            return ([waits ? .stalled(load: load) : .recovered(load: load)], [])
        case .error(let text): words = words ?? text
        case .idle:
            guard failure != nil else { break }
            let command = numbered(.ask)
            failure?.request = command.request
            return ([], [command])
        case .endFile(let entry, let reason, let error): return ended(entry, reason, error)
        }
        return ([], [])
    }

    private mutating func answered(_ request: Int, _ isSuccess: Bool, _ entry: Int?) -> [PlaybackReport] {
        switch request {
        case failure?.request: return reportFailure()
        case loadRequest:
            self.entry = entry
            guard !isSuccess, let load else { return [] }
            end()
            return [.failed(reason: "mpv does not take the file", load: load)]
        case seek?.request:
            seek?.isAccepted = true
            return isSuccess ? [] : endSeek()
        default: return []
        }
    }

    /// Reports that the seek is over: it has landed, or the file, such as a live stream, stays where it is.
    private mutating func endSeek() -> [PlaybackReport] {
        guard let load, let seek else { return [] }
        self.seek = nil
        return [.sought(seek.number, load: load)]
    }

    private mutating func ended(
        _ entry: Int, _ reason: String, _ error: String?
    ) -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)]) {
        (startedEntry, isOpen) = (nil, false)
        guard entry == self.entry, let number = load else { return ([], []) }
        switch reason {
        case "eof":
            position = duration ?? position
            load = nil
            return ([.finished(load: number)], [])
        case "redirect":
            end()
            return ([.failed(reason: "a folder or a list of files, and no file", load: number)], [numbered(.stop)])
        case "error":
            failure = (number, error ?? "error", nil)
        default: break
        }
        return ([], [])
    }

    private mutating func reportFailure() -> [PlaybackReport] {
        guard let (load, error, _) = failure else { return [] }
        let reason = words.map { "\(error): \($0)" } ?? error
        end()
        return [.failed(reason: reason, load: load)]
    }

    /// Forgets everything about a process that has ended.
    ///
    /// - Returns: The load that has ended with it, if there was one.
    @discardableResult mutating func forgetProcess() -> Int? {
        let number = load
        end()
        (startedEntry, isOpen) = (nil, false)
        return number
    }
}
