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
        let package = try SamplePackage("Oven")
        func save(_ resource: String, as name: String) throws {
            let path = name == "Package.swift" || name.contains("/") ? name : "Sources/Oven/\(name)"
            try package.write(String(contentsOf: Page.resource(resource), encoding: .utf8), to: path)
        }

        let beginning = try Page.named("FlagsAndTheirCombinations")
        let commands = try #require(beginning.text.firstMatch(of: /(?s)```console\n(.*?)```/)).output.1
        #expect(try package.run("cd ..\n\(commands)\ncd Sources/Oven") == Program.Result())
        for step in beginning.steps.prefix(2) { try save(step.file, as: step.name) }
        let first = try package.run("swift run")
        #expect(first.output == "magnetron on\nmagnetron off\n", "\(first.errors)")

        for step in try Page.named("DrawingAndComparing").steps { try save(step.file, as: step.name) }
        let page = try Page.named("TestingTheOven")
        #expect(Set(Self.results.keys).isSubset(of: page.steps.map(\.file)))
        for step in page.steps {
            try save(step.file, as: step.name)
            guard let result = Self.results[step.file] else { continue }
            if step.name == "Sources/App/main.swift" { _ = try package.run("rm Sources/Oven/main.swift") }
            let tested = try package.run("swift test")
            #expect(tested.output.contains(result), "\(step.file): \(tested.output)\(tested.errors)")
            #expect(result.contains("passed") == (tested.status == 0) && !tested.output.contains("warning:"))
            #expect(result.contains("passed") || page.text.contains(result))
        }
        let app = try package.run("swift run App")
        #expect(try app.output == Document.printed(by: package.text("Sources/App/main.swift")))
    }
}
