import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground command` {
    /// The label of a fence is the exit status of its calls. With `story`, a line behind `>` is printed, and not typed.
    @Test(arguments: documents) func `does what a document shows`(_ document: Document) throws {
        try Program.withTemporaryFolder { folder in
            for fence in document.fences where isTranscript(fence) {
                try verify(fence.text, status: Int32(fence.label) ?? 0, readsInput: fence.label != "story", in: folder)
            }
        }
    }

    @Test func `gives a tour when there is neither a terminal nor an argument`() throws {
        let result = try command.run()
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("# turnstile: a coin unlocks it"))
        // A part of the tour is a transcript that could have been typed.
        let parts = result.output.split(separator: "\n\n").filter { $0.contains("$ playground") }
        #expect(parts.count == 29)
        for part in parts { try verify(String(part)) }
    }

    @Test(
        arguments: [
            (["socket", "connect", "send", "a\u{1B}]0;x\u{7}"], 0), (["player", "\u{1B}[2J"], 64), (["\u{1B}[2J"], 64),
            (["player", "seek", "\u{1B}[A"], 64),
            (["graph", "player", "--format", "\u{1B}"], 64),
            (["serve", "\u{1B}[A"], 64),
        ] as [([String], Int32)])
    func `never prints a control character that was typed`(words: [String], status: Int32) throws {
        let result = try command.run(words)
        #expect(result.status == status)
        let printed = (result.output + result.errors).unicodeScalars
        #expect(printed.contains("\\") && !printed.contains { $0.value < 32 && $0 != "\n" })
    }

    /// Makes the calls of a transcript in a shell, the lines behind `$`, and compares what they print.
    ///
    /// The lines behind `>` are their input, and `…` stands for what is left out.
    private func verify(
        _ transcript: String, status: Int32 = 0, readsInput: Bool = true, in folder: URL? = nil
    ) throws {
        var calls: [(line: String, input: String, output: String)] = []
        for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("$ ") {
                calls.append((String(line.dropFirst(2).replacing("swift run ", with: "")), "", ""))
            } else if !calls.isEmpty, readsInput, line == ">" || line.hasPrefix("> ") {
                calls[calls.count - 1].input += line.dropFirst(2) + "\n"
            } else if !calls.isEmpty {
                calls[calls.count - 1].output += line + "\n"
            }
        }
        let shell = Program(at: try #require(Program.installed("sh")).executable, in: folder)
        for call in calls {
            let script = "playground() { \"$0\" \"$@\"; }\n{ \(call.line)\n} 2>&1"
            let words = ["-c", script, command.executable.path(percentEncoded: false)]
            let result = try shell.run(words, input: call.input)
            #expect(result.status == status, "\(call.line)")
            let (shown, expected) = (result.output.withoutTimes, call.output.withoutTimes)
            if try !shown.matches(expected) { #expect(shown == expected, "\(call.line)") }
        }
    }
}

private let documents =
    (Document.files(below: "Sources", withExtension: "md")
    + ["README.md", "Tests/PlaygroundTests/Fixtures/Transcripts.md"].map { Program.package.appending(path: $0) })
    .map { try! Document($0) }
    .filter { $0.fences.contains(where: isTranscript) }

private func isTranscript(_ fence: Document.Fence) -> Bool {
    fence.language == "console" && fence.text.contains("playground ")
}

extension String {
    /// True if the text is a pattern's, where `…` stands for anything.
    fileprivate func matches(_ pattern: String) throws -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
        let escaped = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }
        return try wholeMatch(of: Regex(escaped.joined(separator: "(?s:.*?)"))) != nil
    }
}
