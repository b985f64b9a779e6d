import Foundation
import TestSupport
import Testing

/// The transport that is for other platforms only; where it is not, its types are checked at least.
@Suite(.blocking) struct URLSessionTransportTests {
    @Test func `The transport over URLSession is as the compiler wants it`() throws {
        let sources = Document.files(below: "Sources/Network/WebSockets", withExtension: "swift")
        #expect(sources.contains { $0.lastPathComponent == "URLSessionTransport.swift" })
        // A build calls a package as its folder is called.
        let package = Program.package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        let result = try Program.swift().run(
            [
                "-typecheck", "-swift-version", "6", "-D", "TYPECHECK_URLSESSION", "-warnings-as-errors",
                "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
                "-module-name", "WebSockets", "-package-name", String(package),
            ] + Program.importOptions() + sources.map { $0.path() })
        #expect(result == Program.Result())
    }
}
