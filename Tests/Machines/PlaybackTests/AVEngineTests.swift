import Foundation
import TestSupport
import Testing

/// The engine in the article, on a stand-in for AVFoundation.
@Suite(.blocking) struct AVEngineTests {
    @Test func `Keeps the preconditions of AVFoundation, and tells the player what happens`() throws {
        let article = Program.package.appending(path: "Sources/Machines/Playback/Playback.docc/Playback.md")
        let engine = try #require(try Document(article).fences.first { $0.label == "AVFoundation" }).text
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        func fixture(_ name: String) throws -> String {
            try String(contentsOf: fixtures.appending(path: name), encoding: .utf8)
        }
        let source =
            try fixture("AVFoundation.swift")
            + engine.replacing("import AVFoundation\nimport Combine\nimport Playback\n", with: "") + "\n"
            + fixture("AVEngineRun.swift")
        #expect(try Program.compileAndRun(source) == Program.Result())
    }
}
