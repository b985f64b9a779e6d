import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The turnstile of the playground` {
    @Test func `is the README's`() throws {
        func states(of source: String) throws -> [String] {
            // Visibility is what differs.
            let text = source.replacing("public ", with: "")
            let start = try #require(text.firstRange(of: "    final class Locked")).lowerBound
            let end = try #require(text.firstRange(of: "    let locked")).lowerBound
            return text[start..<end].split(separator: "\n").map(String.init)
        }
        let readme = try Document(Program.package.appending(path: "README.md"))
        let shown = try #require(readme.fences.first { $0.language == "swift" && $0.label.isEmpty }).text
        let file = Program.package.appending(path: "Playground/EnumTwins/Turnstile/Turnstile.swift")
        #expect(try states(of: shown) == states(of: String(contentsOf: file, encoding: .utf8)))
    }

    @Test func `is the first that a person meets`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"))
        try terminal.expect("  1  turnstile: ")
        terminal.type("turnstile")
        try terminal.expect("  enter Locked\nLocked (0 passages)> ")
        terminal.type("insertCoin")
        try terminal.expect("insertCoin: Locked → Unlocked\nUnlocked (0 passages)> ")
        terminal.type("push")
        try terminal.expect("push: Unlocked → Locked\nLocked (1 passage)> ")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }
}
