import Foundation
import TestSupport
import Testing

@testable import exercises

@Suite(.blocking) struct `The exercises command` {
    private static let command = Answers.command

    @Test(arguments: 1...12) func `cuts a starter out of the file with the solution, which it names`(number: Int) throws
    {
        let exercise = Exercise.all[number - 1]
        let solution = try Self.command.run(["\(number)", "--solution"])
        #expect(solution == Program.Result(output: exercise.solution + "\n"))
        let task = try exercise.starter()
        #expect(task.hasPrefix("import StatePattern\n\n/// Exercise \(number): "))
        #expect(task.contains("final class \(exercise.machine): Context<\(exercise.machine).State> {\n"))
        for part in ["// TODO: ", "`swift run exercises \(number)`", "`swift run exercises \(number) --hint`"] {
            #expect(task.contains(part))
        }
        for mark in ["starter", "// solution", "// end", "Solution", "\n\n\n"] { #expect(!task.contains(mark)) }
    }

    @Test(arguments: 1...12) func `has hints for each exercise, one at a time`(number: Int) throws {
        try Answers.none { command in
            var numbers: [Int] = []
            var left: Int?
            repeat {
                let result = try command.run(["--hint", "\(number)"])
                #expect(result.status == 0)
                let lines = result.output.split(separator: "\n")
                numbers.append(try #require(Int(lines[0].prefix { $0 != "." })))
                // No line ends within code.
                for line in lines { #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(line)") }
                let last = try #require(lines.last)
                if let left {
                    let expected = [1: "That was the last hint. ", 2: "One hint is left: "][left]
                    #expect(last.hasPrefix(expected ?? "\(left - 1) hints are left: "))
                }
                left = left.map { $0 - 1 } ?? Int(last.prefix { $0 != " " })
            } while left != 0 && numbers.count < 10
            #expect(numbers.count >= 3)
            #expect(numbers == Array(1...numbers.count))
            // From the start again, also when the exercise is begun again.
            #expect(try command.run(["\(number)", "--hint"]).output.hasPrefix("1. "))
            #expect(try command.run(["\(number)", "--hint"]).output.hasPrefix("2. "))
            #expect(try command.run(["\(number)", "--begin"]).status == 0)
            #expect(try command.run(["\(number)", "--hint"]).output.hasPrefix("1. "))
        }
    }

    @Test func `finds its folder from everywhere in the package`() throws {
        let folder = Program.package.appending(path: "Playground")
        let answers = folder.appending(path: "Exercises/Answers")
        func hints() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: answers.path(percentEncoded: false))
            let files = names.filter { $0.hasPrefix(".Hints02") }.map { ($0, answers.appending(path: $0)) }
            return try Dictionary(uniqueKeysWithValues: files.map { ($0, try Data(contentsOf: $1)) })
        }
        let before = try hints()
        let result = try Program(at: Self.command.executable, in: folder).run(["2", "--hint"])
        #expect(result.status == 0 && result.output.contains(#/^\d\./#), "\(result)")
        // The number of hints that a student has seen stays as it was.
        for (name, _) in try hints() {
            let file = answers.appending(path: name)
            if let data = before[name] {
                try data.write(to: file)
            } else {
                try FileManager.default.removeItem(at: file)
            }
        }
    }

    @Test(arguments: ["--begin", "--hint"])
    func `writes nothing where it does not find its folder`(option: String) throws {
        try Program.withTemporaryFolder { folder in
            let result = try Program(at: Self.command.executable, in: folder).run(["1", option])
            let message = "this works in the root of the package, where Playground/Exercises/Answers is"
            #expect(result == Program.Result(status: 64, errors: "exercises: \(message); see exercises --help\n"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).count {
                    $0 == "Playground"
                } == 0)
        }
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["3", "--help"]])
    func `has help, with a report as it is`(words: [String]) throws {
        let result = try Self.command.run(words)
        #expect(result.status == 0)
        let report = `The exercises`.reports[2].split(separator: "\n").map { "  \($0)" }
        #expect(result.output.contains(report.joined(separator: "\n")))
        #expect(result.output.contains("\n12  Socket: everything together\n"))
    }

    @Test func `grades several`() throws {
        try Answers.none { command in
            let result = try command.run(["3", "10"])
            let lines = result.output.split(separator: "\n").filter { $0.hasPrefix(" 3 ") || $0.hasPrefix("10 ") }
            #expect(result.status == 1 && lines.count >= 2 && result.output.contains("\nNext:\n 3"), "\(result)")
        }
    }

    @Test func `says that it has no version`() throws {
        let output = "exercises of the package StatePattern; it has no releases with numbers yet\n"
        #expect(try Self.command.run(["--version"]) == Program.Result(output: output))
    }

    @Test(arguments: [
        (["0"], #"there is no exercise "0"; they go from 1 to 12, or rules"#),
        (["13"], #"there is no exercise "13"; they go from 1 to 12, or rules"#),
        (["turnstile"], #"there is no exercise "turnstile"; they go from 1 to 12, or rules"#),
        (["\u{1B}[2J"], #"there is no exercise "\u{1B}[2J"; they go from 1 to 12, or rules"#),
        (["99999999999999999999"], #"there is no exercise "99999999999999999999"; they go from 1 to 12, or rules"#),
        (["1", "2", "--hint"], "--hint takes one exercise at a time"),
        (["3", "13"], #"there is no exercise "13"; they go from 1 to 12, or rules"#),
        (["--hints"], #"there is no option "--hints"; there are --begin, --hint, --solution"#),
        (["-1"], #"there is no option "-1"; there are --begin, --hint, --solution"#),
        (["--hint"], "--hint needs the number of an exercise, as in 3 --hint"),
        (["--solution"], "--solution needs the number of an exercise, as in 3 --solution"),
        (["3", "--hint", "--solution"], "only one option is possible at a time"),
    ])
    func `says what is wrong, and what is possible`(words: [String], message: String) throws {
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
        let options = [[], ["--hint"], ["--hint"], ["--hint"], ["--hint"], ["--solution"]]
        let calls = (1...12).flatMap { number in options.map { ["\(number)"] + $0 } }
        try Answers.none { command in
            for words in calls + [[], ["--help"], ["1", "--begin"], ["1", "--begin"]] {
                let lines = try command.run(words).output.split(separator: "\n")
                #expect(!lines.isEmpty)
                #expect(lines.allSatisfy { $0.count <= 80 }, "\(words)")
            }
        }
    }

    @Test func `the article shows reports as they are, and the exercises that there are`() throws {
        let file = Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/Exercises.md")
        let article = try Document(file)
        let transcript = try #require(article.fences.first { $0.language == "console" && $0.label.isEmpty })
        let report = try Answers.none { command in
            try #require(try command.run(["1", "--begin"]).status == 0)
            return try command.run(["1"]).output
        }
        #expect(transcript.text + "\n" == "$ swift run exercises 1\n" + report)
        let help = try Self.command.run(["--help"]).output
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = text.matches(of: /(?m)^\| (\d+) \| (.*?) \| (.*?) \|/)
        #expect(rows.map { Int($0.output.1) } == Array(1...12))
        for row in rows { #expect(help.contains("\(row.output.1)  \(row.output.2): \(row.output.3)\n")) }
    }
}
