import Contrast
import Foundation
import StateExploration
import TestSupport
import Testing

/// A package that depends on this one, as README says, with machines in three targets.
@Suite(.blocking) struct `A package that depends on this one` {
    @Test func `builds, passes its tests, runs, and has charts that stay true`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let manifest = try #require(readme.fences.first { $0.label == "Package.swift" })
        let end = try #require(readme.program.firstRange(of: "\n}\n")).upperBound
        let model = MachineModel(
            Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
        let graph = try model.explore()
        let folder = "Sources/Core/StateExploration/StateExploration.docc"
        let article = try Document(Program.package.appending(path: "\(folder)/ChartsThatStayTrue.md"))
        let shown = article.fences.filter { ["console", "swift"].contains($0.language) }.map { $0.text + "\n" }
        try Program.withTemporaryFolder { folder in
            let folder = folder.appending(path: "a folder with blanks")
            let package = folder.appending(path: "Jukebox")
            try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "state-pattern"), withDestinationURL: Program.package)
            func text(_ path: String) throws -> String {
                try String(contentsOf: package.appending(path: path), encoding: .utf8)
            }
            func write(_ text: String, to path: String) throws {
                let file = package.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            func draw(_ options: String...) throws -> Program.Result {
                let words = ["swift", "package", "--allow-writing-to-package-directory", "draw"]
                return try Program.swift("env", in: package).run(["-u", "ONLY"] + words + options)
            }
            try write(manifest.text + targets, to: "Package.swift")
            try write(String(readme.program[..<end]), to: "Sources/Jukebox/Turnstile.swift")
            try write(String(readme.program[end...]), to: "Sources/Jukebox/main.swift")
            try write(deadEndTest, to: "Tests/JukeboxTests/Tests.swift")
            try write(graph.testFile(for: "Turnstile", in: "Jukebox"), to: "Tests/JukeboxTests/TurnstileTests.swift")
            try write(oven(), to: "Sources/Ovens/Microwave.swift")
            try write(tape, to: "Sources/Tapes/Tape.swift")

            let tested = try Program.swift("env", in: package).run(["-u", "ONLY", "swift", "test"])
            try #require(tested.status == 0, "\(tested.output)\(tested.errors)")
            #expect(
                !tested.output.contains("warning:") && tested.output.contains("Test run with 3 tests in 1 suite passed")
            )
            let ran = try Program(at: package.appending(path: ".build/debug/Jukebox")).run()
            #expect(ran == Program.Result(output: readme.output))

            let drawn = try draw()
            try #require(drawn.status == 0, "\(drawn.output)\(drawn.errors)")
            #expect(drawn.output.hasSuffix(shown[0]), "\(drawn.output)")
            #expect(try text("Charts/Jukebox-Turnstile.svg") == graph.svg())
            let (turnstile, tape) = (try text("Sources/Jukebox/Turnstile.swift"), try text("Sources/Tapes/Tape.swift"))
            #expect(tape.contains(shown[1]), "\(tape)")
            let again = try draw("--check")
            #expect(again.status == 0 && again.output.hasSuffix("all charts are up to date\n"), "\(again)")

            // An arrow leads elsewhere, and a comment is edited.
            try write(
                turnstile.replacing("Locked : push", with: "Locked : kick"), to: "Sources/Jukebox/Turnstile.swift")
            try write(tape.replacing("to: Playing()", with: "to: Paused()"), to: "Sources/Tapes/Tape.swift")
            let checked = try draw("--check")
            let list = "\n  Charts/Tapes-Tape.svg\n  Sources/Jukebox/Turnstile.swift\n  Sources/Tapes/Tape.swift\n"
            #expect(checked.status == 1 && checked.errors.contains("“swift package draw”:" + list), "\(checked)")
            #expect(try draw("--target", "Jukebox").status == 0 && text("Sources/Jukebox/Turnstile.swift") == turnstile)

            try write(tape + "let nothing = nosuch", to: "Sources/Tapes/Tape.swift")
            let failed = try draw("--target", "Tapes")
            #expect(failed.status == 1 && (failed.output + failed.errors).contains("Tape.swift:"), "\(failed)")
            #expect((failed.output + failed.errors).contains("error: cannot find 'nosuch' in scope"))
        }
    }
}

private let targets = """

    let library: Target.Dependency = .product(name: "StateExploration", package: "StatePattern")
    package.targets += [
        .target(name: "Ovens", dependencies: [library], swiftSettings: [.defaultIsolation(MainActor.self)]),
        .target(name: "Tapes", dependencies: [library]),
    ]
    """

private let deadEndTest = """
    import StateExploration
    import StatePattern
    import Testing
    @testable import Jukebox

    extension Turnstile {
        static var requests: RequestList<Turnstile> { [.init(Turnstile.insertCoin), .init(Turnstile.push)] }
        static var model: MachineModel<String> { MachineModel(Turnstile.init, requests: requests) }
    }

    @Test func `a turnstile has no dead end`() throws { #expect(try Turnstile.model.explore().deadEnds == []) }
    """

/// The oven of the tutorial, a tree, on the main actor and with a request that has an argument.
private func oven() throws -> String {
    let file = "Sources/Core/StatePattern/StatePattern.docc/Tutorial/Resources/06-tree-06-Microwave.swift"
    return try String(contentsOf: Program.package.appending(path: file), encoding: .utf8)
        .replacing(" Context<", with: " MainActorContext<").replacing("init(initial:", with: "init(startingIn:")
        .replacing("class State: ContextState {", with: "class State: ContextState {\n        init() {}")
        .replacing("override var description", with: "var text")
        + "extension Microwave { func wait(_ seconds: Int) -> Outcome { seconds < 60 ? .refused : cycle() } }\n"
}

/// A machine that needs an engine, with a list and a model of its own, and one that cannot be explored.
private let tape = """
    import StateExploration
    import StatePattern

    /// A tape.
    ///
    /// It plays once.
    class Tape: Context<Tape.State> {
        class State: ContextState {
            func didEnter(_ tape: Tape) { tape.engine() }
            func willExit(_ tape: Tape) {}
            func play(_ tape: Tape) -> Reaction { .unhandled }
        }
        final class Stopped: State { override func play(_ tape: Tape) -> Reaction { .transition(to: Playing()) } }
        final class Playing: State {}
        final class Paused: State {}

        private let engine: () -> Void
        init(engine: @escaping () -> Void) { self.engine = engine; super.init(initial: Stopped()) }
        func play(at places: [Int]) -> Outcome { delegate(State.play) }

        static var requests: RequestList<Tape> { ["play": { $0.play(at: [1]) }] }
        static var model: MachineModel<String> { MachineModel({ Tape {} }, requests: requests) }
    }

    final class Siren: Tape {
        init() { super.init { fatalError("no horn") } }
        func stop() -> Outcome { .handled }
    }

    """
