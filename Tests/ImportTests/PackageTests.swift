import Contrast
import Foundation
import StateExploration
import TestSupport
import Testing

/// A package that depends on this one, as README says.
@Suite(.blocking) struct `A package that depends on this one` {
    @Test func `builds, passes its tests, runs, and has charts that stay true`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let manifest = try #require(readme.fences.first { $0.label == "Package.swift" })
        let end = try #require(readme.program.firstRange(of: "\n}\n")).upperBound
        let graph = try MachineModel(
            Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }]
        ).explore()
        let package = try SamplePackage("Jukebox")
        try package.write(manifest.text, to: "Package.swift")
        try package.write(String(readme.program[..<end]), to: "Sources/Jukebox/Turnstile.swift")
        try package.write(String(readme.program[end...]), to: "Sources/Jukebox/main.swift")
        try package.write(modelForTests, to: "Tests/JukeboxTests/Model.swift")
        try package.write(graph.testFile(for: "Turnstile", in: "Jukebox"), to: "Tests/JukeboxTests/Tests.swift")

        let tested = try package.run("swift test")
        try #require(tested.status == 0, "\(tested.output)\(tested.errors)")
        #expect(tested.output.contains("Test run with 2 tests in 1 suite passed"))
        #expect(!tested.output.contains("warning:"))
        let program = Program(at: SamplePackage.build.appending(path: "debug/Jukebox"))
        #expect(try program.run() == Program.Result(output: readme.output))

        try checkCharts(of: package, turnstile: graph.svg())
    }
}

private let modelForTests = """
    import StateExploration
    import StatePattern
    @testable import Jukebox

    extension Turnstile {
        static var requests: RequestList<Turnstile> { [.init(Turnstile.insertCoin), .init(Turnstile.push)] }
        static var model: MachineModel<String> { MachineModel(Turnstile.init, requests: requests) }
    }
    """
