import Foundation
import StateExploration
import TestSupport
import Testing

@testable import Grader
@testable import exercises

@Suite(.blocking) struct `The exercises` {
    /// The reports on the starters.
    static let reports = [
        """
         1  Turnstile: yours and expected differ after insertCoin
              yours:    unhandled, Locked
              expected: transitioned, Unlocked
        """,
        """
         2  Cash machine: yours and expected differ after insertCard, withdraw(50)
              yours:    transitioned, Idle, balance -10
              expected: refused, Serving, balance 40
        """,
        """
         3  Refrigerator: yours and expected differ after open, unplug
              yours:    transitioned, Unplugged
              expected: transitioned, Unplugged [lamp off]
        """,
        """
         4  Phone: yours and expected differ after call(Ada), hangUp
              yours:    transitioned, Idle, display: Ada
              expected: transitioned, Idle
        """,
        """
         5  Entrance: yours and expected differ after push
              yours:    unhandled, Locked [count a visitor]
              expected: unhandled, Locked
        """,
        """
         6  Coffee machine: yours and expected differ after switchOn
              yours:    transitioned, Checking, 0 cups [check]
              expected: transitioned, Empty, 0 cups [check, red lamp]
        """,
        """
         7  Stereo: yours and expected differ after switchOn, playDisc, switchOff
              yours:    unhandled, On/Disc
              expected: transitioned, Off
        """,
        """
         8  Oven: yours and expected differ after switchOn
              yours:    transitioned, On [light on]
              expected: transitioned, On/Heating [light on, heater on]
        """,
        """
         9  Label printer: yours and expected differ after printLabel(A)
              yours:    unhandled, Cold
              expected: deferred, Cold, deferred: printLabel(A)
        """,
        """
        10  Vacuum: yours and expected differ after start, finishRoom, runLow
              yours:    transitioned, Charging, display: Kitchen
              expected: transitioned, Charging, display: Hall
        """,
        """
        11  Stove: yours and expected differ after switchOn, turnRight
              yours:    unhandled, On, left cold, right cold
              expected: handled, On, left cold, right hot
        """,
        """
        12  Socket: yours and expected differ after connect, suspend, connectionOpened
              yours:    transitioned, Enabled/Connected [start session]
              expected: transitioned, Enabled/Suspended/Idle
        """,
    ]

    @Test func `a starter differs from its solution in what the exercise teaches`() throws {
        try Program.withTemporaryFolder { folder in
            for exercise in Exercise.all {
                let file = folder.appending(path: URL(filePath: exercise.answer.file).lastPathComponent)
                try exercise.starter().write(to: file, atomically: true, encoding: .utf8)
            }
            let reports = try Answers.reports(on: folder)
            #expect(reports.map(\.report) == Self.reports && !reports.contains(where: \.isSolved))
        }
    }

    @Test func `a solution agrees with itself, in a known number of states`() throws {
        try Answers.with(Dictionary(uniqueKeysWithValues: (1...12).map { ($0, []) })) { command, _ in
            let result = try command.run()
            let lines = result.output.split(separator: "\n")
            let states = [2, 6, 3, 5, 2, 4, 3, 3, 7, 5, 5, 7]
            for (line, count) in zip(lines, states) {
                #expect(line.hasSuffix(": solved, no difference in \(count) states"))
            }
            #expect(lines.count == states.count + 1)
            #expect(result.status == 0 && lines.last == "All exercises are solved.")
        }
    }

    @Test func `all of them are listed, with the first one that is not solved`() throws {
        let result = try Answers.none { try $0.run() }
        let headlines = Exercise.all.flatMap { $0.lines("not begun") }
        let next = "\n\nNext:\n\(headlines[0])\n    To begin: swift run exercises 1 --begin\n"
        #expect(result == Program.Result(status: 1, output: headlines.joined(separator: "\n") + next))
    }

    @Test(.needsStatechartEngine, arguments: 1...12)
    func `a solution is the same in an engine by other people`(number: Int) throws {
        let graph = try Solution.all[number - 1].explore()
        #expect(try StatechartEngine.disagreements(over: graph.scxml(), with: graph.json()) == [])
    }
}
