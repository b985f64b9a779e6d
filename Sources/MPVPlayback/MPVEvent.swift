import Foundation

/// A message of mpv, decoded from one line of its JSON IPC; messages that an engine has no use for are left out.
///
/// Source: mpv's manual, "JSON IPC" and "List of events".
enum MPVEvent: Hashable {
    /// The answer to a command: `error` is `nil` for a success, `entry` the number of the file that a `loadfile` adds.
    case reply(request: Int, error: String?, entry: Int?)
    /// A file begins to be opened.
    case startFile(entry: Int)
    /// The file is open, and can be seeked in.
    case fileLoaded
    /// The file is over; `error` is set for the reason `error`.
    case endFile(entry: Int, reason: String, error: String?)
    /// A seek has begun.
    case seek
    /// A seek was not carried out: the file is a stream without that position, or without any.
    case cannotSeek
    /// Playback goes on after a load or a seek.
    case playbackRestart
    /// The position in the file; `nil` without one.
    case position(Duration?)
    /// The playing time of the file; `nil` if it is not known.
    case duration(Duration?)
    /// True while playback waits for data.
    case isWaitingForData(Bool)
    /// mpv is about to end.
    case shutdown
    /// The first line of an error message.
    case error(String)

    /// The names of the properties that mpv is to report.
    static let properties = ["time-pos", "duration", "paused-for-cache"]

    /// Decodes a line; `nil` if it is of no use.
    init?(line: some DataProtocol) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else { return nil }
        let entry = object["playlist_entry_id"] as? Int
        switch object["event"] as? String {
        case nil:
            guard let request = object["request_id"] as? Int else { return nil }
            let data = object["data"] as? [String: Any]
            let error = object["error"] as? String ?? ""
            self = .reply(
                request: request, error: error == "success" ? nil : error, entry: data?["playlist_entry_id"] as? Int)
        case "start-file": self = .startFile(entry: entry ?? 0)
        case "file-loaded": self = .fileLoaded
        case "end-file":
            self = .endFile(
                entry: entry ?? 0, reason: object["reason"] as? String ?? "", error: object["file_error"] as? String)
        case "seek": self = .seek
        case "shutdown": self = .shutdown
        case "playback-restart": self = .playbackRestart
        case "property-change":
            let seconds = (object["data"] as? Double).map { Duration.seconds($0) }
            switch object["name"] as? String {
            case "time-pos": self = .position(seconds)
            case "duration": self = .duration(seconds)
            case "paused-for-cache": self = .isWaitingForData(object["data"] as? Bool ?? false)
            default: return nil
            }
        case "log-message":
            let text =
                (object["text"] as? String ?? "").split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty } ?? ""
            // Only this text tells that a seek leads nowhere: mpv has accepted the command by then, and sends no event.
            switch text {
            case "Cannot seek in this stream.": self = .cannotSeek
            case "", "You can force it with '--force-seekable=yes'.": return nil
            default: self = .error(text)
            }
        default: return nil
        }
    }
}

/// A command for mpv: its name and arguments.
struct MPVCommand {
    let arguments: [any Sendable]

    static func load(_ location: String) -> MPVCommand { MPVCommand(arguments: ["loadfile", location, "replace"]) }
    static func pause(_ isPaused: Bool) -> MPVCommand { MPVCommand(arguments: ["set_property", "pause", isPaused]) }
    static let stop = MPVCommand(arguments: ["stop"])
    /// Asks for the events that have errors.
    static let requestErrors = MPVCommand(arguments: ["request_log_messages", "error"])

    /// Asks for an answer alone; all that mpv has said before comes ahead of it.
    static let ask = MPVCommand(arguments: ["get_property", "pid"])

    /// Asks for an event whenever a property has changed.
    static func observe(_ property: String) -> MPVCommand {
        MPVCommand(arguments: ["observe_property", 1, property])
    }

    static func seek(to time: Duration) -> MPVCommand {
        MPVCommand(arguments: ["seek", time / .seconds(1), "absolute+exact"])
    }

    /// The line that asks mpv for it, with the number that is to be in the answer.
    func line(request: Int) -> Data {
        let object: [String: Any] = ["command": arguments, "request_id": request]
        guard let data = try? JSONSerialization.data(withJSONObject: object) else {
            fatalError("The arguments of a command are strings, numbers and truth values.")
        }
        return data + [UInt8(ascii: "\n")]
    }
}
