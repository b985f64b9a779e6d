import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The exercises command` {
    private static let command = Program(product: "exercises")

    @Test(arguments: 1...12) func `names the file of a solution, which stands beside its starter`(number: Int) throws {
        let result = try Self.command.run(["\(number)", "--solution"])
        #expect(result.status == 0)
        let solution = result.output.trimmingCharacters(in: .newlines)
        let starter = solution.replacing("Solution", with: "Exercise")
            .replacing("Exercises/Exercises", with: "Exercises/Starters")
        #expect(solution != starter)
        let text = try String(contentsOf: Program.package.appending(path: solution), encoding: .utf8)
        #expect(!text.contains("TODO"))
        let task = try String(contentsOf: Program.package.appending(path: starter), encoding: .utf8)
        #expect(task.hasPrefix("import StatePattern\n\n/// Exercise \(number): "))
        #expect(task.contains("// TODO: "))
        #expect(task.contains("`swift run exercises \(number)`"))
        #expect(task.contains("`swift run exercises \(number) --hint`"))
    }

    @Test(arguments: 1...12) func `has hints for each exercise, in order`(number: Int) throws {
        let result = try Self.command.run(["--hint", "\(number)"])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        let numbers = lines.filter { !$0.hasPrefix("   ") }.map { $0.prefix(3) }
        #expect(numbers.count >= 3)
        #expect(numbers == (1...numbers.count).map { "\($0). " })
        // No line ends within code.
        for line in lines { #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(line)") }
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["3", "--help"]])
    func `has help, with a report as it is`(words: [String]) throws {
        let result = try Self.command.run(words)
        #expect(result.status == 0)
        let report = try Self.command.run(["3"]).output.split(separator: "\n").dropLast().map { "  \($0)" }
        #expect(report.count == 3)
        #expect(result.output.contains(report.joined(separator: "\n")))
        #expect(result.output.contains("\n12  Socket: everything together\n"))
    }

    @Test(arguments: [
        (["0"], #"there is no exercise "0"; they go from 1 to 12"#),
        (["13"], #"there is no exercise "13"; they go from 1 to 12"#),
        (["turnstile"], #"there is no exercise "turnstile"; they go from 1 to 12"#),
        (["\u{1B}[2J"], #"there is no exercise "\u{1B}[2J"; they go from 1 to 12"#),
        (["99999999999999999999"], #"there is no exercise "99999999999999999999"; they go from 1 to 12"#),
        (["1", "2"], "only one exercise is possible at a time"),
        (["--hints"], #"there is no option "--hints"; there are --hint, --solution, --solutions"#),
        (["-1"], #"there is no option "-1"; there are --hint, --solution, --solutions"#),
        (["--hint"], "--hint needs the number of an exercise, as in 3 --hint"),
        (["--solution"], "--solution needs the number of an exercise, as in 3 --solution"),
        (["3", "--hint", "--solution"], "only one option is possible at a time"),
    ])
    func `tells what is wrong, and what is possible`(words: [String], message: String) throws {
        let result = try Self.command.run(words)
        #expect(result == Program.Result(status: 64, errors: "exercises: \(message); see exercises --help\n"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no full device"),
        arguments: [
            (["1"], ">/dev/full", 74, "standard output cannot be written: No space left on device"),
            ([], ">/dev/full", 74, "standard output cannot be written: No space left on device"),
            (["--help"], ">&-", 74, "standard output cannot be written: Bad file descriptor"),
            (["99"], "2>/dev/full", 64, nil), (["99"], "2>&-", 64, nil), (["1"], ">/dev/full 2>/dev/full", 74, nil),
        ] as [([String], String, Int32, String?)])
    func `ends without a crash when its output cannot be written`(
        words: [String], redirection: String, status: Int32, message: String?
    ) throws {
        let shell = try #require(Program.installed("sh"))
        let result = try shell.run(
            ["-c", "\"$0\" \"$@\" \(redirection)", Self.command.executable.path(percentEncoded: false)] + words)
        let errors = message.map { "exercises: \($0)\n" } ?? ""
        #expect(result == Program.Result(status: status, errors: errors))
    }

    @Test func `prints no line of more than 80 characters`() throws {
        let options: [[String]] = [[], ["--hint"], ["--solution"], ["--solutions"]]
        let calls = (1...12).flatMap { number in options.map { ["\(number)"] + $0 } }
        for words in calls + [[], ["--solutions"], ["--help"]] {
            let lines = try Self.command.run(words).output.split(separator: "\n")
            #expect(!lines.isEmpty)
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(words)")
        }
    }

    @Test func `the article shows reports as they are, and the exercises that there are`() throws {
        let file = Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/Exercises.md")
        let article = try Document(file)
        let transcript = try #require(article.fences.first { $0.language == "console" && $0.label.isEmpty })
        #expect(try transcript.text + "\n" == "$ swift run exercises 1\n" + Self.command.run(["1"]).output)
        let help = try Self.command.run(["--help"]).output
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = text.matches(of: /(?m)^\| (\d+) \| (.*?) \| (.*?) \|/)
        #expect(rows.map { Int($0.output.1) } == Array(1...12))
        for row in rows { #expect(help.contains("\(row.output.1)  \(row.output.2): \(row.output.3)\n")) }
    }
}
