import Foundation

/// A command for mpv: its name and arguments.
struct MPVCommand {
    let arguments: [any Sendable]

    static func load(_ location: String) -> MPVCommand { MPVCommand(arguments: ["loadfile", location, "replace"]) }
    static func pause(_ isPaused: Bool) -> MPVCommand { MPVCommand(arguments: ["set_property", "pause", isPaused]) }
    static let stop = MPVCommand(arguments: ["stop"])
    /// Asks for events with error messages.
    static let requestErrors = MPVCommand(arguments: ["request_log_messages", "error"])

    /// Asks whether the file has data to play. The answer comes after everything that mpv has sent before.
    static let ask = MPVCommand(arguments: ["get_property", "demuxer-cache-state"])

    /// Sets whether mpv may open other files to which the next file refers.
    static func allowReferences(_ areAllowed: Bool) -> MPVCommand {
        MPVCommand(arguments: ["set_property", "access-references", areAllowed])
    }

    /// Makes the next file begin at a place.
    static func begin(at place: Duration) -> MPVCommand {
        // mpv does not understand exponents. A live stream must not get a start position at all, not even 0.
        let text = place == .zero ? "none" : String(format: "%.3f", place / .seconds(1))
        return MPVCommand(arguments: ["set_property", "start", text])
    }

    /// Asks for an event now, and at each change of a property.
    static func observe(_ property: String) -> MPVCommand { MPVCommand(arguments: ["observe_property", 1, property]) }

    static func seek(to time: Duration) -> MPVCommand {
        MPVCommand(arguments: ["seek", time / .seconds(1), "absolute+exact"])
    }

    /// The line that sends the command to mpv. mpv's answer will have the number `request`.
    func line(request: Int) -> Data {
        let object: [String: Any] = ["command": arguments, "request_id": request]
        guard let data = try? JSONSerialization.data(withJSONObject: object) else {
            fatalError("The arguments of a command are strings, numbers and truth values.")
        }
        return data + [UInt8(ascii: "\n")]
    }
}
