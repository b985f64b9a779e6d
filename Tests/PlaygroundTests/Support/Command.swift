import Foundation
import TestSupport
import Testing

/// The command, as it was built with the tests.
let command = Program(product: "playground")

/// Follows a script on a new terminal, and leaves: its first line is `$ playground` with the words of the command.
func follow(_ script: [String]) throws {
    let terminal = try PseudoTerminal(running: command, script[0].split(separator: " ").dropFirst(2).map(String.init))
    try terminal.follow(Array(script.dropFirst()))
    terminal.quit()
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

    /// Types the lines behind `> `, and waits for each other text.
    func follow(_ lines: [String]) throws {
        for line in lines {
            if line.hasPrefix("> ") { type(String(line.dropFirst(2))) } else { try expect(line) }
        }
    }

    /// Ends the input, and expects that all has been well.
    func finish() {
        endInput()
        #expect(end() == 0)
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
