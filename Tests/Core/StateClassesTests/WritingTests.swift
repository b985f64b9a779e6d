import Foundation
@testable import StateExploration
import TestSupport
import Testing

@testable import StateClasses

/// The source that is printed for a chart.
@Suite struct `Classes of a chart` {
    private static let turnstile = Chart([
        .init("Locked", [.on("insert coin", to: "Unlocked", does: [.log("click")])]),
        .init("Unlocked", exit: [.log("count")], [.on("push", to: "Locked"), .on("insert coin", if: "jammed")]),
    ])

    /// A chart with all that there is classes for.
    private static let lamp = Chart([
        .init(
            "off", called: "Off",
            [
                .on("push", to: "on", does: [.raise("turn")]), .on("back", to: "history", does: [.log("click")]),
                .on("party", to: "both"), .on("late party", to: "warm", "lit"),
            ]),
        .init(
            "on", called: "On", exit: [.log("dark")],
            [
                .on("push", to: "off", does: [.log("click"), .other("count += 1")]), .on("anew", to: "bright"),
                .on("brighter", to: "bright", isInternal: true),
            ],
            substates: [
                .init("history", called: "History", kind: .history(isDeep: true), [.on(nil, to: "bright")]),
                .init(
                    "dimmed", called: "Dimmed",
                    [.on("turn", to: "bright"), .on("anew", to: "on"), .on("end", to: "done")]),
                .init(
                    "bright", called: "Bright", [.on("turn", to: "dimmed", if: "!In('off') && In('on')")],
                    substates: [
                        .init(
                            "checking", called: "Checking",
                            [.on(nil, to: "steady", if: "count > 3"), .on(nil, to: "dimmed")]),
                        .init("steady", called: "Steady"),
                    ]),
                .init("done", called: "Done", kind: .final),
            ]),
        .init(
            "both", called: "Both", kind: .parallel, [.on("push", to: "off")],
            substates: [
                .init(
                    "heater", called: "Heater",
                    substates: [
                        .init(
                            "cold", called: "Cold",
                            [.on("warm", to: "warm", does: [.log("click")]), .on("leave", to: "off", if: "In('lit')")]),
                        .init(
                            "warm", called: "Warm",
                            [.on("warm", to: "cold", if: "In('lit') && !In('dark')"), .on("again", to: "both")]),
                    ]),
                .init(
                    "bulb", called: "Bulb",
                    substates: [
                        .init(
                            "dark", called: "Dark", [.on("warm", to: "lit"), .on("light", to: "lit", if: "In('warm')")]),
                        .init(
                            "lit", called: "Lit", [.on("warm", to: "dark", if: "In('cold')"), .on("end", to: "dimmed")]),
                    ]),
            ]),
    ])

    @Test func `read as README's turnstile does`() {
        #expect(
            Self.turnstile.classes(named: "Turnstile") == #"""
                import StateExploration
                import StatePattern

                /// A machine that was written from a chart.
                final class Turnstile: Context<Turnstile.State> {
                    class State: ContextState {
                        func didEnter(_ turnstile: Turnstile) {}
                        func willExit(_ turnstile: Turnstile) {}
                        func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
                        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
                    }

                    final class Locked: State {
                        override func insertCoin(_ turnstile: Turnstile) -> Reaction {
                            turnstile.click()
                            return .transition(to: turnstile.unlocked)
                        }
                    }

                    final class Unlocked: State {
                        override func willExit(_ turnstile: Turnstile) { turnstile.count() }

                        override func insertCoin(_ turnstile: Turnstile) -> Reaction {
                            guard turnstile.isJammed() else { return .unhandled }
                            return .handled
                        }

                        override func push(_ turnstile: Turnstile) -> Reaction {
                            .transition(to: turnstile.locked)
                        }
                    }

                    let locked = Locked()
                    let unlocked = Unlocked()
                    private(set) var log: [String] = []

                    init() { super.init(initial: locked) }

                    @discardableResult func insertCoin() -> Outcome {
                        delegate(State.insertCoin)
                    }

                    @discardableResult func push() -> Outcome { delegate(State.push) }

                    /// Returns true if `jammed`.
                    func isJammed() -> Bool { true }

                    /// Logs `click`.
                    func click() { log.append("click") }

                    /// Logs `count`.
                    func count() { log.append("count") }

                    func takeLog() -> [String] {
                        defer { log = [] }
                        return log
                    }
                }

                extension Turnstile {
                    static var requests: KeyValuePairs<String, (Turnstile) -> Outcome?> {
                        [
                            "insert coin": { $0.insertCoin() },
                            "push": { $0.push() },
                        ]
                    }

                    static var model: MachineModel<String> {
                        MachineModel(
                            Turnstile.init,
                            requests: requests,
                            trace: { $0.takeLog() })
                    }
                }

                """#)
    }

    // MARK: Names

    /// Names that are words of Swift or of the library, or no names at all.
    private static let names = [
        "default", "init", "self", "Self", "Type", "Protocol", "State", "state", "Part", "Context", "String", "Never",
        "Reaction", "Outcome", "Owner", "observe", "refuse", "trace", "superstate", "name", "log", "model", "requests",
        "is on", "2nd", "42", "", " ", "_", "-", "a b", "a-b", "A b", "aB", "été", "状態", "Открыть", "مفتوح", "ไทย", "💡",
        "👩‍👩‍👧", "\u{301}x", "e\u{301}", "\u{202e}left", "say \"hi\"", "a\\(b)", "a\nb", "tab\t", "$0", "`x`", "_ = 1",
        "//", "*/",
        "Machine", "machine", "URLOpened", "URL", String(repeating: "long ", count: 40), "didEnter", "effect", "Int",
    ]

    @Test func `have valid and unique names, and show the names of the chart`() throws {
        let states = Self.names.enumerated().map { number, name in
            Chart.Node(
                "s\(number)", called: name, entry: [.log(name), .other(name)],
                [
                    .on(name + "!", if: name), .on("next", to: "s\((number + 1) % Self.names.count)"),
                    .on(name, to: "s0"),
                ],
                substates: number % 4 == 1
                    ? [.init("t\(number)", called: name), .init("u\(number)", called: name)] : [])
        }
        let regions = Self.names.prefix(24).enumerated().map { number, name in
            Chart.Node(
                "r\(number)", called: name, substates: [.init("v\(number)", called: name, [.on(name, to: "s0")])])
        }
        let chart = Chart(states + [.init("all", called: "All", kind: .parallel, substates: regions)])
        for machine in ["Machine", "default", "State", "été", "2nd"] {
            let text = chart.classes(named: machine)
            let name = text.firstMatch(of: /final class (\w+): Context/)!.output.1
            for options in [[], ["-default-isolation", "MainActor"]] {
                let json = try PrintedMachines.graphs([(String(name), text)], options: options)[0]
                let graph = try ChartedGraph(json: json, in: "SCXML").graph
                let paths = Self.names.enumerated().map { $0 % 4 == 1 ? "\($1)/\($1)" : $1 }
                #expect(Set(graph.states.map { $0.name.replacing(/[′].*/, with: "") }) == Set(paths))
            }
            #expect(try PrintedMachines.lint([text]) == "")
        }
    }

    // MARK: Form

    @Test(arguments: [[], ["-default-isolation", "MainActor"]]) func `compile without a warning`(options: [String])
        throws
    {
        let documents = try ChartDocument.all.enumerated().map { number, document in
            let name = "Document\(number)"
            return (name, try ChartDocument.chart(document.text).classes(named: name))
        }
        let own = [
            ("Turnstile", Self.turnstile.classes(named: "Turnstile")), ("Lamp", Self.lamp.classes(named: "Lamp")),
        ]
        let graphs = try PrintedMachines.graphs(own + documents, options: options)
        #expect(graphs.allSatisfy { $0.hasPrefix("{") }, "\(graphs)")
    }

    @Test func `keep to the columns and to the linter's rules`() throws {
        let texts =
            try [Self.turnstile.classes(named: "Turnstile"), Self.lamp.classes(named: "Lamp")]
            + Exercises.charts().map { $0.classes(named: "Machine") }
            + ChartDocument.all.map { try ChartDocument.chart($0.text).classes(named: "Machine") }
            + (0..<30).map { try Chart(scxml: RandomChart(seed: $0).text).classes(named: "Machine") }
        for text in texts { #expect(text.split(separator: "\n").filter { $0.count > 77 } == []) }
        #expect(try PrintedMachines.lint(texts) == "")
    }

    // MARK: Gaps

    @Test func `say at its place what they do not express`() {
        var chart = Self.lamp
        chart.roots[1].initialEffects = [.log("begin")]
        chart.roots[1].line = 12
        let text = chart.classes(named: "Lamp")
        let gap = "// Not expressed: line 12: what “On” does before its first substate;"
        #expect(text.contains("    \(gap)\n"))
        #expect(chart.gaps.map(\.line).contains(12))
        #expect(text.components(separatedBy: "Not expressed").count == chart.gaps.count + 1)
    }
}
