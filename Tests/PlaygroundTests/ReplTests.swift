import Foundation
import TestSupport
import Testing

// A busy machine interrupts lines that are typed into the REPL (seen in Swift 6.3.1). So the gate runs these tests by themselves.
@Suite(
    .serialized, .blocking, .timeLimit(.minutes(60)),
    .enabled(if: ProcessInfo.processInfo.environment["REPL"] != nil, "Run these tests alone, with REPL=1"))
struct `The REPL` {
    private var article: Document {
        get throws {
            try Document(Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/InTheREPL.md"))
        }
    }

    @Test func `the session in the article is what the REPL prints`() throws {
        let transcripts = try article.fences.filter { $0.language == "text" && $0.label == "repl" }
        let lines = transcripts.flatMap { $0.text.split(separator: "\n", omittingEmptySubsequences: false) }
        let typed = lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
        let result = try REPL.run(article.program + typed.joined(separator: "\n") + "\n")
        #expect(typed.count >= 8)
        let properties = /(  StatePattern.Context<Playback.+\n)(?:  .*\n)+/
        let shown = result.output.replacing(properties) { $0.output.1 + "  …\n" }
        #expect(shown == lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n") + "\n")
        #expect(result.errors == "")
    }

    @Test(.enabled(if: Browser.isExpected, "Chromium is not installed"))
    func `a browser shows each request as it is typed, with a stepwise inspector`() async throws {
        let machine = try article.program
        let repl = try REPL.onTerminal()
        for line in machine.split(separator: "\n") { repl.type(String(line)) }
        repl.type("import StateInspector")
        repl.type("let turnstile = Turnstile()")
        repl.type("let inspector = try Inspector(isStepwise: true)")
        repl.type("inspector.log.follow(turnstile)")
        // What is typed is shown as well; the separator tells the output from it.
        repl.type("print(\"open\", inspector, separator: \"=\")")
        try repl.expect("open=")
        let address = try repl.expect("\n").trimmingCharacters(in: .whitespacesAndNewlines)
        let url = try #require(URL(string: address))
        repl.type("print(\"shown\", inspector.waitForPage(), separator: \"=\")")
        let browser = try await Browser()
        try await browser.open(url)
        try repl.expect("shown=true")
        for (request, state) in [("insertCoin", "Unlocked"), ("push", "Locked"), ("insertCoin", "Unlocked")] {
            repl.type("print(\"\(request)\", turnstile.\(request)(), separator: \"=\")")
            try repl.expect("\(request)=transitioned")
            // By now it is there, and there is no wait.
            #expect(try await browser.evaluate("document.querySelector('.now').textContent") == state)
        }
        repl.type(":quit")
        #expect(repl.end() == 0)
    }
}

/// Swift's REPL, as `swift run --repl` starts it, with the libraries as they were built with the tests.
///
/// `swift run` itself would build the package once more: in the folder of a build that may be in progress, or for
/// minutes.
private enum REPL {
    /// Types into a new REPL.
    ///
    /// - Returns: What it printed.
    /// - Throws: When its library cannot be linked or it cannot be started.
    static func run(_ input: some StringProtocol) throws -> Program.Result {
        let options = try options(importing: "import Playback\nimport StateExploration\n")
        let result = try swift.run(options, input: String(input))
        // What is typed runs on a terminal, which ends lines in its own way.
        return Program.Result(
            status: result.status, output: result.output.replacing("\r\n", with: "\n"), errors: result.errors)
    }

    /// Starts a REPL at which a test types, with the inspector and everything below it.
    static func onTerminal() throws -> PseudoTerminal {
        try PseudoTerminal(
            running: swift, try options(importing: "import StateInspector\n"), environment: [:])
    }

    /// Swift in the folder of the products: a path in the words that start a REPL cannot have a blank.
    private static let swift = Program.swift("swift", in: Program.products)

    /// The words that start a REPL with the libraries that `source` imports.
    private static func options(importing source: String) throws -> [String] {
        let names = try Program.sharedLibraries(importedBy: source).map {
            "-l" + URL(filePath: $0).deletingPathExtension().lastPathComponent.dropFirst("lib".count)
        }
        return ["repl", "-L."] + names + ["-I" + (Program.modules == Program.products ? "." : "Modules")]
    }
}
