import Foundation
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(10))) struct `The REPL` {
    @Test(.enabled(if: REPL.obstacle == nil, "lldb does not start here: \(REPL.obstacle ?? "")"))
    func `README's REPL transcript is what the REPL prints`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let machine = try #require(readme.fences.first { $0.language == "swift" && $0.label.isEmpty }).text
        let transcript = try #require(readme.fences.first { $0.language == "text" && $0.label == "repl" }).text
        let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false)
        let typed = lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
        // README's program goes on behind the class with lines of its own.
        let declarations = try #require(machine.firstRange(of: "\n}\n")).upperBound
        let result = try REPL.run(machine[..<declarations] + typed.joined(separator: "\n") + "\n")
        #expect(typed.count >= 4)
        #expect(result.output == lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n") + "\n")
        #expect(result.errors == "")
    }

    @Test(.enabled(if: REPL.obstacle == nil, "lldb does not start here: \(REPL.obstacle ?? "")"))
    func `a machine of another module is printed with its state`() throws {
        let lines = try REPL.run("import Playback\nPlayer()\n").output.split(separator: "\n")
        #expect(lines.contains("  StatePattern.Context<Playback.Player.State> = Playback.Player.Stopped"))
    }
}

/// Swift's REPL, as `swift run --repl` starts it, with the libraries as they were built beside the tests.
///
/// `swift run` itself would build the package once more: in the folder of a build that may be under way, or for minutes.
private enum REPL {
    /// The reason that the REPL cannot be started, in the words of the system.
    static let obstacle: String? = {
        guard let lldb = Program.installed("lldb") else { return "it is not on the PATH" }
        do {
            let result = try lldb.run(["--version"])
            guard result.status != 0 else { return nil }
            return String(result.errors.split(separator: "\n").first ?? "exit status \(result.status)")
        } catch {
            return "\(error)"
        }
    }()

    /// Types into a new REPL.
    ///
    /// - Returns: What it printed.
    /// - Throws: When its library cannot be linked or it cannot be started.
    static func run(_ input: some StringProtocol) throws -> Program.Result {
        try Program.withTemporaryFolder { folder in
            let objects = try ["StatePattern", "Playback"].flatMap { try Program.objects(of: $0) }
            let library = folder.appending(path: "libStatePatternREPL.so").path()
            let linked = try Program.swift().run(["-emit-library", "-o", library] + objects)
            try #require(linked.status == 0, "\(linked.errors)")
            let result = try Program.swift("swift").run(
                ["repl"] + Program.importOptions() + ["-L" + folder.path(), "-lStatePatternREPL"], input: String(input))
            // What is typed runs on a terminal, which ends lines in its own way.
            return Program.Result(
                status: result.status, output: result.output.replacing("\r\n", with: "\n"), errors: result.errors)
        }
    }
}
