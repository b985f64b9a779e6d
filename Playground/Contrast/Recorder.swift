/// The other side of a machine, such as an engine: it writes down its commands.
final class Recorder<Value: RawRepresentable<String> & Sendable> {
    typealias Command = Value

    private(set) var log: [Command] = []

    func perform(_ command: Command) { log.append(command) }

    /// Returns the commands since this was called last, and forgets them.
    func takeLog() -> [String] {
        defer { log = [] }
        return log.map(\.rawValue)
    }
}

/// The engine of a player.
typealias Engine = Recorder<EngineCommand>

enum EngineCommand: String {
    case start, halt
}

/// The line of a socket, and its timer.
typealias Line = Recorder<LineCommand>

enum LineCommand: String {
    case open, close, startTimer, cancelTimer
}
