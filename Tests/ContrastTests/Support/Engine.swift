/// The engine of a player: it writes down what it is told.
final class Engine {
    enum Command: String, Hashable, Sendable {
        case start, halt
    }

    private(set) var log: [Command] = []

    func perform(_ command: Command) { log.append(command) }

    /// Returns the commands since this was called last, and forgets them.
    func takeLog() -> [String] {
        defer { log = [] }
        return log.map(\.rawValue)
    }
}
