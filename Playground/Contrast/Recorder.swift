/// A stand-in for a machine's surroundings, such as an engine: records the machine's commands.
final class Recorder<Value: RawRepresentable<String> & Sendable> {
    typealias Command = Value

    private(set) var log: [Command] = []

    func perform(_ command: Command) { log.append(command) }

    /// Returns and removes the commands since the previous call.
    func takeLog() -> [String] {
        defer { log = [] }
        return log.map(\.rawValue)
    }
}

/// The stand-in for a player's engine.
typealias Engine = Recorder<EngineCommand>

enum EngineCommand: String {
    case start, halt
}

/// The stand-in for a socket's line and timer.
typealias Line = Recorder<LineCommand>

enum LineCommand: String {
    case open, close, startTimer, cancelTimer
}
