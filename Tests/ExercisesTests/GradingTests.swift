import StateExploration
import TestSupport
import Testing

@testable import exercises

@Suite(.blocking) struct `The exercises` {
    private static let command = Program(product: "exercises")

    /// The reports on the starters.
    static let reports = [
        """
         1  Turnstile: yours and expected differ after insertCoin
              yours:    unhandled, Locked
              expected: transitioned, Unlocked
            Playground/Exercises/Starters/Exercise01Turnstile.swift
        """,
        """
         2  Cash machine: yours and expected differ after insertCard, withdraw(50)
              yours:    transitioned, Idle, balance -10
              expected: refused, Serving, balance 40
            Playground/Exercises/Starters/Exercise02CashMachine.swift
        """,
        """
         3  Refrigerator: yours and expected differ after open, unplug
              yours:    transitioned, Unplugged
              expected: transitioned, Unplugged [lamp off]
            Playground/Exercises/Starters/Exercise03Refrigerator.swift
        """,
        """
         4  Phone: yours and expected differ after call(Ada), hangUp
              yours:    transitioned, Idle, display: Ada
              expected: transitioned, Idle
            Playground/Exercises/Starters/Exercise04Phone.swift
        """,
        """
         5  Entrance: yours and expected differ after push
              yours:    unhandled, Locked [count a visitor]
              expected: unhandled, Locked
            Playground/Exercises/Starters/Exercise05Entrance.swift
        """,
        """
         6  Coffee machine: yours and expected differ after switchOn
              yours:    transitioned, Checking, 0 cups [check]
              expected: transitioned, Empty, 0 cups [check, red lamp]
            Playground/Exercises/Starters/Exercise06CoffeeMachine.swift
        """,
        """
         7  Stereo: yours and expected differ after switchOn, playDisc, switchOff
              yours:    unhandled, On/Disc
              expected: transitioned, Off
            Playground/Exercises/Starters/Exercise07Stereo.swift
        """,
        """
         8  Oven: yours and expected differ after switchOn
              yours:    transitioned, On [light on]
              expected: transitioned, On/Heating [light on, heater on]
            Playground/Exercises/Starters/Exercise08Oven.swift
        """,
        """
         9  Label printer: yours and expected differ after printLabel(A)
              yours:    unhandled, Cold
              expected: deferred, Cold, deferred: printLabel(A)
            Playground/Exercises/Starters/Exercise09LabelPrinter.swift
        """,
        """
        10  Vacuum: yours and expected differ after start, finishRoom, runLow
              yours:    transitioned, Charging, display: Kitchen
              expected: transitioned, Charging, display: Hall
            Playground/Exercises/Starters/Exercise10Vacuum.swift
        """,
        """
        11  Stove: yours and expected differ after switchOn, turnRight
              yours:    unhandled, On, left cold, right cold
              expected: handled, On, left cold, right hot
            Playground/Exercises/Starters/Exercise11Stove.swift
        """,
        """
        12  Socket: yours and expected differ after connect, suspend, connectionOpened
              yours:    transitioned, Enabled/Connected [start session]
              expected: transitioned, Enabled/Suspended/Idle
            Playground/Exercises/Starters/Exercise12Socket.swift
        """,
    ]

    @Test(arguments: reports)
    func `a starter differs from its solution in what the exercise teaches`(report: String) throws {
        let number = report.prefix(2).drop { $0 == " " }
        let result = try Self.command.run(["\(number)", "--starters"])
        #expect(result == Program.Result(status: 1, output: report + "\n"))
    }

    @Test(arguments: [
        (1, "Turnstile", 2), (2, "CashMachine", 6), (3, "Refrigerator", 3), (4, "Phone", 5), (5, "Entrance", 2),
        (6, "CoffeeMachine", 4), (7, "Stereo", 3), (8, "Oven", 3), (9, "LabelPrinter", 7), (10, "Vacuum", 5),
        (11, "Stove", 5), (12, "Socket", 7),
    ])
    func `a solution agrees with itself, in a known number of states`(number: Int, name: String, states: Int) throws {
        let result = try Self.command.run(["\(number)", "--solutions"])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasSuffix(": solved, no difference in \(states) states") == true)
        let digits = number < 10 ? "0\(number)" : "\(number)"
        #expect(lines.last == "    Playground/Exercises/Solutions/Solution\(digits)\(name).swift")
        #expect(lines.count == 2)
    }

    @Test func `all of them are listed, with the report on the first one that is not solved`() throws {
        let headlines = Self.reports.map { $0.split(separator: "\n")[0] }.joined(separator: "\n")
        let starters = try Self.command.run(["--starters"])
        #expect(starters == Program.Result(status: 1, output: headlines + "\n\nNext:\n\(Self.reports[0])\n"))
        // Without answers, it says how to begin.
        let report: [Substring] = Self.reports[0].split(separator: "\n").dropLast()
        let next = report.joined(separator: "\n") + "\n    To begin: swift run exercises 1 --begin\n"
        let result = try Answers.none { try $0.run() }
        #expect(result.output == "\(headlines)\n\nNext:\n\(next)")
        #expect(result.status == 1 && result.errors == "")
    }

    @Test func `all solutions are solved`() throws {
        let result = try Self.command.run(["--solutions"])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines.dropLast().allSatisfy { $0.contains(": solved, no difference in ") })
        #expect(lines.last == "All exercises are solved.")
    }

    @Test(.needsStatechartEngine, arguments: 1...12)
    func `a solution is the same in an engine by other people`(number: Int) throws {
        let graph = try Exercise.all[number - 1].expected.explore()
        #expect(try StatechartEngine.disagreements(over: graph.scxml(), with: graph.json()) == [])
    }
}
