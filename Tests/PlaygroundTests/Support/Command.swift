import TestSupport
import Testing

/// The command, as it was built beside the tests.
let command = Program(product: "playground")

/// Returns all that the command prints for lines of its standard input, mistakes included.
func output(of machine: String, reading lines: String...) throws -> String {
    let result = try command.run([machine, "--keep-going"], input: lines.joined(separator: "\n"))
    return result.output + result.errors
}

extension PseudoTerminal {
    /// Starts the command on a new terminal.
    convenience init(_ words: String..., isPipe: Bool = false) throws {
        try self.init(running: command, words, isPipe: isPipe)
    }

    /// Types a line, and waits for what is printed, one text after the other.
    func type(_ line: String, expecting texts: String...) throws {
        type(line)
        for text in texts { try expect(text) }
    }

    /// Leaves, and expects that all has been well.
    func quit(_ line: String = "quit") {
        type(line)
        #expect(end() == 0)
    }
}

extension String {
    /// The text without what is different each time: `0.3 ms`, `1.25 s`.
    var withoutTimes: String { replacing(/\d+\.\d+ m?s\b/, with: "…") }
}
