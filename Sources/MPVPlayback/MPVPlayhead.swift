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
    /// The loads and seeks that mpv was asked for and has not answered.
    private var loadRequests: [Int: Int] = [:]
    private var seekRequests: [Int: Int] = [:]
    /// The loads of the files, by mpv's numbers.
    private var loads: [Int: Int] = [:]
    /// The load whose file is being opened or played; `nil` if none is.
    private var started: Int?
    /// True if that file is open.
    private var isOpen = false
    private var isStalled = false
    /// The seek that waits until the file is open.
    private var heldSeek: (number: Int, time: Duration)?
    /// The latest seek that mpv was asked for; `hasBegun` when mpv has begun one since then.
    private var seek: (number: Int, hasBegun: Bool)?
    /// The first error in mpv's words since the file was begun.
    private var words: String?
    /// The failure of a load, and the request whose answer comes behind all words about it.
    private var failure: (load: Int, error: String, request: Int?)?

    /// True while the file of the load that the player wants is open.
    private var isCurrent: Bool { started != nil && started == load && isOpen }

    // MARK: Commands

    mutating func load(number: Int, from location: String) -> [(MPVCommand, request: Int)] {
        load = number
        position = .zero
        duration = nil
        isStalled = false
        (heldSeek, seek, words, failure) = (nil, nil, nil, nil)
        let command = numbered(.load(location))
        loadRequests[command.request] = number
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
        guard isCurrent else {
            heldSeek = (number, time)
            return []
        }
        seek = (number, hasBegun: false)
        let command = numbered(.seek(to: time))
        seekRequests[command.request] = number
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
        (heldSeek, seek, failure) = (nil, nil, nil)
    }

    // MARK: Events

    /// Evaluates an event.
    ///
    /// - Returns: The reports for the player, and commands for mpv.
    mutating func receive(_ event: MPVEvent) -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)]) {
        switch event {
        case .reply(let request, let isSuccess, let entry): return (answered(request, isSuccess, entry), [])
        case .startFile(let entry):
            (started, isOpen, words) = (loads[entry], false, nil)
        case .fileLoaded:
            isOpen = true
            guard isCurrent, let held = heldSeek else { break }
            heldSeek = nil
            return ([], seek(to: held.time, number: held.number))
        case .seek: seek?.hasBegun = true
        case .playbackRestart:
            guard isCurrent, let load, let seek, seek.hasBegun else { break }
            self.seek = nil
            return ([.sought(seek.number, load: load)], [])
        case .position(let position):
            if isCurrent, let position { self.position = max(position, .zero) }
        case .duration(let duration): if started == load { self.duration = duration }
        case .isWaitingForData(let waits):
            guard started == load, let load, waits != isStalled else { break }
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
        if request == failure?.request { return reportFailure() }
        if let number = loadRequests.removeValue(forKey: request) {
            if let entry { loads[entry] = number }
            guard !isSuccess, number == load else { return [] }
            end()
            return [.failed(reason: "mpv does not take the file", load: number)]
        }
        guard let number = seekRequests.removeValue(forKey: request), !isSuccess, let load, seek?.number == number
        else { return [] }
        seek = nil  // A file without places, such as a live stream, stays where it is.
        return [.sought(number, load: load)]
    }

    private mutating func ended(
        _ entry: Int, _ reason: String, _ error: String?
    ) -> (reports: [PlaybackReport], commands: [(MPVCommand, request: Int)]) {
        guard let number = loads.removeValue(forKey: entry) else { return ([], []) }
        (started, isOpen) = (nil, false)
        guard number == load else { return ([], []) }
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
        (started, isOpen, loadRequests, seekRequests, loads) = (nil, false, [:], [:], [:])
        return number
    }
}
