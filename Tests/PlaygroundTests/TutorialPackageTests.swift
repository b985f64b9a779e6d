import Foundation
import TestSupport
import Testing

/// The package that a reader of the tutorial makes.
@Suite(.blocking) struct `The package of the tutorial` {
    /// A part of the output of `swift test` after a step of the last chapter. Other steps cannot be built by themselves.
    private static let results = [
        "08-tests-01-OvenTests.swift": "Test run with 1 test in 0 suites passed",
        "08-tests-02-OvenTests.swift": #"(path → ["start", "openDoor", "closeDoor", "stop"]) == nil"#,
        "08-library-01-Microwave.swift": "Test run with 2 tests in 0 suites passed",
        "08-library-01.swift": "Test run with 2 tests in 0 suites passed",
    ]

    @Test func `is built by the commands of the first chapter, and tested as the last one says`() throws {
        try Program.withTemporaryFolder { folder in
            let folder = folder.appending(path: "a folder with blanks")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "state-pattern"), withDestinationURL: Program.package)
            let package = folder.appending(path: "Oven")
            func file(_ name: String) -> URL {
                package.appending(path: name == "Package.swift" || name.contains("/") ? name : "Sources/Oven/\(name)")
            }
            func save(_ resource: String, as name: String) throws {
                let url = file(name)
                if name.contains("/") {
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                }
                try String(contentsOf: Page.resource(resource), encoding: .utf8)
                    .write(to: url, atomically: true, encoding: .utf8)
            }

            let beginning = try Page.named("FlagsAndTheirCombinations")
            let commands = try #require(beginning.text.firstMatch(of: /(?s)```console\n(.*?)```/)).output.1
            #expect(try Program.swift("sh", in: folder).run(["-c", String(commands)]) == Program.Result())
            for step in beginning.steps.prefix(2) { try save(step.file, as: step.name) }
            let first = try Program.swift("swift", in: package).run(["run"])
            #expect(first.output == "magnetron on\nmagnetron off\n", "\(first.errors)")

            for step in try Page.named("DrawingAndComparing").steps { try save(step.file, as: step.name) }
            let page = try Page.named("TestingTheOven")
            #expect(Set(Self.results.keys).isSubset(of: page.steps.map(\.file)))
            for step in page.steps {
                try save(step.file, as: step.name)
                guard let result = Self.results[step.file] else { continue }
                if step.name == "Sources/App/main.swift" { try FileManager.default.removeItem(at: file("main.swift")) }
                let tested = try Program.swift("swift", in: package).run(["test"])
                #expect(tested.output.contains(result), "\(step.file): \(tested.output)\(tested.errors)")
                #expect(result.contains("passed") == (tested.status == 0) && !tested.output.contains("warning:"))
                #expect(result.contains("passed") || page.text.contains(result))
            }
            let app = try Program.swift("swift", in: package).run(["run", "App"])
            #expect(
                try app.output
                    == Document.printed(by: String(contentsOf: file("Sources/App/main.swift"), encoding: .utf8)))
        }
    }
}
