import Foundation
import TestSupport
import Testing

@testable import exercises

/// The grades of students who change the starters: each answer is the solution, or differs from it in one place.
@Suite(.blocking) struct `An answer to an exercise` {
    /// A mistake that students make, and the report on it without the file.
    struct Mistake {
        let number: Int
        let edits: [Answers.Edit]
        let report: String
    }

    static let mistakes = [
        Mistake(
            number: 1,
            edits: [("override func insertCoin(_ turnstile: Turnstile) -> Reaction { .handled }", "")],
            report: """
                 1  Turnstile: yours and expected differ after insertCoin, insertCoin
                      yours:    unhandled, Unlocked
                      expected: handled, Unlocked
                """),
        Mistake(
            number: 2, edits: [("amount <= machine.balance", "amount < machine.balance")],
            report: """
                 2  Cash machine: yours and expected differ after insertCard, withdraw(20),
                    insertCard, withdraw(20)
                      yours:    refused, Serving, balance 20
                      expected: transitioned, Idle, balance 0
                """),
        Mistake(
            number: 8, edits: [("{ .transition(to: self) }", "{ .transition(to: Heating(in: self)) }")],
            report: """
                 8  Oven: yours and expected differ after switchOn, restart
                      yours:    transitioned, On/Heating [heater off, heater on]
                      expected: transitioned, On/Heating [heater off, light off, light on,
                                heater on]
                """),
        // It shows too late: the vacuum remembers the hall in a state that looks like one that was there before.
        Mistake(
            number: 10, edits: [("wasInHall = vacuum.state is Hall", "if vacuum.state is Hall { wasInHall = true }")],
            report: """
                10  Vacuum: yours and expected differ after start, finishRoom, finishRoom,
                    start, runLow
                      yours:    transitioned, Charging, display: Hall
                      expected: transitioned, Charging, display: Kitchen
                """),
    ]

    @Test func `that is wrong is reported by a difference that shows the mistake`() throws {
        var edits = Dictionary(uniqueKeysWithValues: (1...12).map { ($0, [] as [Answers.Edit]) })
        for mistake in Self.mistakes { edits[mistake.number] = mistake.edits }
        try Answers.with(edits) { command, folder in
            let reports = try Answers.reports(on: folder)
            for mistake in Self.mistakes { #expect(reports[mistake.number - 1].report == mistake.report) }
            #expect(reports.count(where: \.isSolved) == 12 - Self.mistakes.count)
            try expect(command.run(["1"]), isShownAs: "changed")
        }
    }

    @Test func `that traps or does not compile does not keep the others from being graded`() throws {
        let endless = ("machine.cups > 0 ? machine.ready : machine.empty", "machine.checking")
        let slip = ("{ .refused }", "{ .refusd }")
        let edits: [Int: [Answers.Edit]] = [1: [], 4: [slip], 6: [endless], 7: []]
        try Answers.with(edits) { command, _ in
            let result = try command.run()
            #expect(result.status == 1)
            let lines = result.output.split(separator: "\n").map(String.init)
            #expect(lines[0] == " 1  Turnstile: solved, no difference in 2 states")
            let broken = " 4  Phone: does not compile"
            #expect(lines.contains(broken))
            #expect(lines.contains(" 6  Coffee machine: stops the program"))
            #expect(lines.contains(" 7  Stereo: solved, no difference in 3 states"))
            #expect(lines.prefix(12).count { $0.hasSuffix(": not begun") } == 8)
            let begin = "    To begin: swift run exercises 2 --begin"
            #expect(lines.suffix(3) == ["Next:", " 2  Cash machine: not begun", begin])
            #expect(lines.allSatisfy { $0.count <= 80 })

            let report = try command.run(["4"])
            #expect(report.status == 1)
            #expect(report.output.hasPrefix(broken + "\n      Exercise04Phone.swift:"))
            #expect(report.output.contains(": error: "))
            #expect(report.output.hasSuffix("\n    Playground/Exercises/Answers/Exercise04Phone.swift\n"))

            let trapped = try command.run(["6"])
            #expect(trapped.status == 1)
            #expect(trapped.output.contains("Fatal error: Handlers, hooks and observers made more than"))
            #expect(trapped.output.hasSuffix("\n    Playground/Exercises/Answers/Exercise06CoffeeMachine.swift\n"))
            try expect(command.run(["1"]), isShownAs: "solved")
        }
    }

    @Test func `is begun with a copy of the starter, and begun again without losing the first one`() throws {
        try Answers.with([1: []]) { command, folder in
            let file = folder.appending(path: "Exercise01Turnstile.swift")
            let solved = try String(contentsOf: file, encoding: .utf8)
            let name = "Playground/Exercises/Answers/"
            for number in 1...2 {
                let again = try command.run(["1", "--begin"])
                let kept = "\(name).Earlier/Exercise01Turnstile-\(number).swift"
                let report = """
                    Your answer so far is kept in:
                        \(kept)
                    You begin again with:
                        \(name)Exercise01Turnstile.swift

                    """
                #expect(again == Program.Result(output: report))
            }
            func text(_ path: String) throws -> String {
                try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
            let pristine = try Exercise.all[0].starter()
            #expect(try text(".Earlier/Exercise01Turnstile-1.swift") == solved)
            #expect(try text(".Earlier/Exercise01Turnstile-2.swift") == pristine)
            #expect(try text("Exercise01Turnstile.swift") == pristine)

            let first = try command.run(["2", "--begin"])
            #expect(first.output == "Fill the gaps in your copy:\n    \(name)Exercise02CashMachine.swift\n")
        }
    }

    @Test func `that cannot be written is an error on one line`() throws {
        try Answers.with([:]) { command, folder in
            // A file where a folder should be.
            try Data().write(to: folder.appending(path: ".Earlier"))
            let result = try command.run(["1", "--begin"])
            #expect(result.status == 73 && result.output == "")
            #expect(result.errors.hasPrefix("exercises: Playground/Exercises/Answers/.Earlier: "))
            #expect(result.errors.count { $0 == "\n" } == 1)
        }
    }

    private func expect(_ result: Program.Result, isShownAs label: String) throws {
        let article = try Document(
            Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/Exercises.md"))
        let transcript = try #require(article.fences.first { $0.label == label })
        #expect(transcript.text + "\n" == "$ swift run exercises 1\n" + result.output)
    }
}
