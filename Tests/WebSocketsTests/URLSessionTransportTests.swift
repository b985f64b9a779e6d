import Foundation
import TestSupport
import Testing

/// The transport that is for other platforms only; where it is not, its types are checked at least.
@Suite(.blocking) struct URLSessionTransportTests {
    @Test func `The transport over URLSession is as the compiler wants it`() throws {
        let sources = Document.files(below: "Sources/WebSockets", withExtension: "swift")
        #expect(sources.contains { $0.lastPathComponent == "URLSessionTransport.swift" })
        let result = try Program.swift().run(
            [
                "-typecheck", "-swift-version", "6", "-D", "TYPECHECK_URLSESSION", "-warnings-as-errors",
                "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
                "-module-name", "WebSockets", "-package-name", "statepattern",
            ] + Program.importOptions() + sources.map { $0.path() })
        #expect(result == Program.Result())
    }
}
