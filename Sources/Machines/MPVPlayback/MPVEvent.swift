import AsyncPrimitives
import Foundation

/// An event decoded from one line of mpv's JSON IPC. Lines that an engine does not need have no event.
///
/// Source: mpv's manual, "JSON IPC" and "List of events".
enum MPVEvent: Hashable {
    /// The answer to a command.
    ///
    /// `error` is `nil` if the command succeeded. `entry` is the number of the file that a `loadfile` adds. `isStarved`
    /// is true if the file has no data to play, and `nil` if the command did not ask for that.
    case reply(request: Int, error: String?, entry: Int?, isStarved: Bool? = nil)
    /// mpv begins to open a file.
    case startFile(entry: Int)
    /// The file is open, and seeks are possible.
    case fileLoaded
    /// The file is over. `error` is the error message if the reason is `error`; otherwise `nil`.
    case endFile(entry: Int, reason: String, error: String?)
    /// A seek has begun.
    case seek
    /// A seek was not carried out: the file is a stream that lacks the position, or that cannot seek.
    case cannotSeek
    /// Playback continues after a load or a seek.
    case playbackRestart
    /// The position in the file; `nil` without a file.
    case position(Duration?)
    /// The playing time of the file; `nil` if it is not known.
    case duration(Duration?)
    /// True if mpv knows the size of the file.
    case hasSize(Bool)
    /// True while playback waits for data.
    case isWaitingForData(Bool)
    /// mpv is about to end.
    case shutdown
    /// The first line of an error message.
    case error(String)

    /// The names of the properties that mpv should report, in this order.
    static let properties = ["file-size", "time-pos", "duration", "paused-for-cache"]
    /// The greatest number of characters of a text. The file or its server may have chosen the text.
    private static let longestText = 1000

    /// Decodes a line; returns `nil` if an engine does not need the line.
    init?(line: some DataProtocol) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else { return nil }
        let entry = object["playlist_entry_id"] as? Int
        func text(_ key: String) -> String? { (object[key] as? String).map { String($0.prefix(Self.longestText)) } }
        switch object["event"] as? String {
        case nil:
            guard let request = object["request_id"] as? Int else { return nil }
            let data = object["data"] as? [String: Any]
            let error = text("error") ?? ""
            self = .reply(
                request: request, error: error == "success" ? nil : error, entry: data?["playlist_entry_id"] as? Int,
                isStarved: data?["underrun"] as? Bool)
        case "start-file": self = .startFile(entry: entry ?? 0)
        case "file-loaded": self = .fileLoaded
        case "end-file":
            self = .endFile(
                entry: entry ?? 0, reason: text("reason") ?? "", error: text("file_error"))
        case "seek": self = .seek
        case "shutdown": self = .shutdown
        case "playback-restart": self = .playbackRestart
        case "property-change":
            // A file states its own times, so they may be negative, or too large for a duration.
            let number = (object["data"] as? Double).flatMap { $0.isFinite ? $0 : nil }
            let seconds = number.map { Duration(clampingSeconds: $0) }
            switch object["name"] as? String {
            case "file-size": self = .hasSize(number != nil)
            case "time-pos": self = .position(seconds)
            case "duration": self = .duration(seconds.flatMap { $0 < .zero ? nil : $0 })
            case "paused-for-cache": self = .isWaitingForData(object["data"] as? Bool ?? false)
            default: return nil
            }
        case "log-message":
            let text =
                (text("text") ?? "").split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty } ?? ""
            // Only this text reports a failed seek: mpv has accepted the command before, and sends no other event.
            switch text {
            case "Cannot seek in this stream.": self = .cannotSeek
            case "", "You can force it with '--force-seekable=yes'.": return nil
            default: self = .error(text)
            }
        default: return nil
        }
    }
}
