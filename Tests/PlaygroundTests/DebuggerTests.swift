import Foundation
import TestSupport
import Testing

/// Machines of a program as the debugger shows them.
@Suite(.blocking, .enabled(if: Debugger.isExpected, "lldb does not start here"), .timeLimit(.minutes(60)))
struct `The debugger` {
    @Test(arguments: ["", "var superstate: State? { nil }; var initialSubstate: State? { nil }"])
    func `shows the state of a machine, flat or in a tree, and its properties as they are`(tree: String) throws {
        let source = """
            import StatePattern
            final class Door: Context<Door.State> {
                class State: ContextState {
                    \(tree)
                    func didEnter(_ door: Door) {}
                    func willExit(_ door: Door) { door.count += 1 }
                    func open(_ door: Door) -> Reaction { .unhandled }
                    func knock(_ door: Door) -> Reaction { .deferred }
                }
                final class Shut: State {
                    override func open(_ door: Door) -> Reaction { .transition(to: Open()) }
                }
                final class Open: State {}
                var count = 7, name = "front"
                init() { super.init(initial: Shut()) }
                func open() { delegate(State.open) }
                func knock() { delegate(State.knock) }
            }
            func look(at door: Door) { print(door.count) }
            let door = Door()
            door.knock()
            door.open()
            look(at: door)
            """
        let article = try Document(
            Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/InTheREPL.md"))
        let session = try #require(article.fences.first { $0.label == "lldb" }?.text)
        let shown = try Program.withTemporaryFolder { folder in
            let (main, executable) = (folder.appending(path: "main.swift"), folder.appending(path: "program"))
            try source.write(to: main, atomically: true, encoding: .utf8)
            let paths = [main, executable].map { $0.path(percentEncoded: false) }
            let compiled = try Program.swift().run(
                ["-g", "-swift-version", "6", "-module-name", "Doors", paths[0], "-o", paths[1]]
                    + Program.importOptions() + Program.sharedLibraries(importedBy: source))
            try #require(compiled.status == 0, "\(compiled.errors)")
            let lldb = try #require(Program.installed("lldb"))
            let stop = ["breakpoint set --name look", "run", "frame variable", "expression door.count"]
            let commands = stop + session.matches(of: /\(lldb\) (.+)/).map { String($0.output.1) } + ["frame info"]
            return try Program(at: lldb.executable, in: Program.package)
                .run(["--batch"] + commands.flatMap { ["--one-line", $0] } + [paths[1]]).output
        }
        #expect(shown.contains("StatePattern.Context<Doors.Door.State> = Doors.Door.Open\n"))
        #expect(shown.contains("\n  count = 8\n  name = \"front\"\n"))
        #expect(shown.contains("(Int) $R0 = 8\n"))
        #expect(shown.contains(session) && shown.contains("look(door=Open)"))
    }
}
