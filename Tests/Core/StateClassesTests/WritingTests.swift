import Foundation
@testable import StateExploration
import TestSupport
import Testing

@testable import StateClasses

/// The source that is printed for a chart.
@Suite struct `Classes of a chart` {
    private static func chart(_ elements: String) -> Chart {
        try! Chart(scxml: "<scxml xmlns:sp='urn:state-pattern'>\n\(elements)\n</scxml>")
    }

    private static let turnstile = chart(
        """
        <state id="Locked"><transition event="i" sp:request="insert coin" target="Unlocked"><log label="click"/></transition>
        </state>
        <state id="Unlocked"><onexit><log label="count"/></onexit><transition event="push" target="Locked"/>
        <transition event="i" sp:request="insert coin" cond="jammed"/></state>
        """)

    /// A chart with all that there is classes for.
    private static let lamp = chart(
        """
        <state id="Off"><transition event="push" target="On"><raise event="turn"/></transition>
        <transition event="back" target="History"><log label="click"/></transition>
        <transition event="party" target="Both"/><transition event="late.party" target="Warm Lit"/></state>
        <state id="On"><onexit><log label="dark"/></onexit>
        <transition event="push" target="Off"><log label="click"/><assign location="count" expr="count + 1"/></transition>
        <transition event="anew" target="Bright"/><transition event="brighter" target="Bright" type="internal"/>
        <history id="History" type="deep"><transition target="Bright"/></history>
        <history id="Shallow"/>
        <state id="Dimmed"><transition event="turn" target="Bright"/><transition event="anew" target="On"/>
        <transition event="end" target="Done"/></state>
        <state id="Bright"><transition event="turn" cond="!In('Off') &amp;&amp; In('On')" target="Dimmed"/>
        <state id="Checking"><transition cond="count > 3" target="Steady"/><transition target="Dimmed"/></state>
        <state id="Steady"/></state><final id="Done"/></state>
        <parallel id="Both"><transition event="push" target="Off"/>
        <state id="Heater"><state id="Cold"><transition event="warm" target="Warm"><log label="click"/></transition>
        <transition event="leave" cond="In('Lit')" target="Off"/></state>
        <state id="Warm"><transition event="warm" cond="In('Lit') &amp;&amp; !In('Dark')" target="Cold"/>
        <transition event="again" target="Both"/></state></state>
        <state id="Bulb"><state id="Dark"><transition event="warm" target="Lit"/>
        <transition event="light" cond="In('Warm')" target="Lit"/></state>
        <state id="Lit"><transition event="warm" cond="In('Cold')" target="Dark"/>
        <transition event="end" target="Dimmed"/></state></state></parallel>
        """)

    // MARK: Names

    /// Names that are words of Swift or of the library, or no names at all.
    private static let names = [
        "default", "RequestRecord", "init", "self", "Self", "Type", "Protocol", "State", "state", "Part", "Context",
        "String", "Never",
        "Reaction", "Outcome", "Owner", "observe", "refuse", "trace", "superstate", "name", "log", "model", "requests",
        "is on", "2nd", "42", "", " ", "_", "-", "a b", "a-b", "A b", "aB", "été", "状態", "Открыть", "مفتوح", "ไทย", "💡",
        "👩‍👩‍👧", "\u{301}x", "e\u{301}", "\u{202e}left", "say \"hi\"", "a\\(b)", "a\nb", "tab\t", "$0", "`x`", "_ = 1",
        "//", "*/",
        "Machine", "machine", "URLOpened", "URL", String(repeating: "long ", count: 40), "didEnter", "effect", "Int",
    ]

    @Test func `have valid and unique names, and show the names of the chart`() throws {
        var chart = Chart()
        func add(_ identifier: String, _ name: String, _ kind: Chart.Kind = .state, in parent: Int? = nil) throws -> Int
        {
            try chart.add(.init(identifier: identifier, name: name, kind: kind, parent: parent, line: 1))
        }
        for (number, name) in Self.names.enumerated() {
            let state = try add("s\(number)", name)
            chart.nodes[state].entry = [.log(name), .other(name)]
            chart.nodes[state].transitions = [
                .init(event: name + "!", condition: name, line: 1),
                .init(event: "next", targets: ["s\((number + 1) % Self.names.count)"], line: 1),
                .init(event: name, targets: ["s0"], line: 1),
            ]
            for letter in number % 4 == 1 ? ["t", "u"] : [] { _ = try add("\(letter)\(number)", name, in: state) }
        }
        let all = try add("all", "All", .parallel)
        for (number, name) in Self.names.prefix(25).enumerated() {
            let inner = try add("v\(number)", name, in: try add("r\(number)", name, in: all))
            chart.nodes[inner].transitions = [.init(event: name, targets: ["s0"], line: 1)]
        }
        try chart.finish()
        let machines = ["default", "State", "été", "2nd"].map { Self.turnstile.classes(named: $0) }
        let texts = [chart.classes(named: "Machine")] + machines
        let sources = texts.map { (String($0.firstMatch(of: /final class (\w+): Context/)!.output.1), $0) }
        let paths = Self.names.enumerated().map { $0 % 4 == 1 ? "\($1)/\($1)" : $1 }
        for options in [[], ["-default-isolation", "MainActor"]] {
            let graphs = try PrintedMachines.graphs(sources, options: options).map {
                try ChartedGraph(json: $0, in: "SCXML").graph
            }
            #expect(Set(graphs[0].states.map { $0.name.replacing(/[′].*/, with: "") }) == Set(paths))
            #expect(graphs.count == sources.count)
        }
        #expect(try PrintedMachines.lint(texts) == "")
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

    @Test func `keep to the linter's rules once they are formatted`() throws {
        let texts =
            try [Self.turnstile.classes(named: "Turnstile"), Self.lamp.classes(named: "Lamp")]
            + Exercises.charts().map { $0.classes(named: "Machine") }
            + ChartDocument.all.map { try ChartDocument.chart($0.text).classes(named: "Machine") }
            + (0..<30).map { try Chart(scxml: RandomChart(seed: $0).text).classes(named: "Machine") }
        #expect(try PrintedMachines.lint(texts) == "")
    }

    /// The names of methods and classes that a chart's texts become.
    @Test(arguments: [
        ("A --> B : e [x > 1]\nA --> C : e [x<1]\nA --> D : e [x == 1]", "isXAbove1 isXBelow1 isXEqualTo1"),
        (
            "A --> B : e [x >= 1]\nA --> C : e [x <= 1]\nA --> D : e [x != -1]",
            "isXAtLeast1 isXAtMost1 isXNotEqualToMinus1"
        ),
        ("A --> B : e [a && !b]\nA --> C : e [a || b]\nA --> D : e [a -> b]", "isAAndNotB isAOrB isAB"),
        ("A --> B : x.y\nA --> C : x-y\nA --> D : x_y", "xY xDashY xUnderscoreY"),
        ("A --> B : *\nA --> C : -\nA --> D : ✓", "star dash checkMark"),
        ("A --> B : e / n = n + 1\nA --> B : f / n = n - 1", "nEqualToNPlus1 nEqualToNMinus1"),
        ("Idle --> IDLE : a\nIDLE --> IdleState : idle", "idleState idleState2 idleStateState"),
    ]) func `keep what signs mean`(arrows: String, names: String) throws {
        let text = try Chart(mermaid: "stateDiagram-v2\n" + arrows).classes(named: "Machine")
        for name in names.split(separator: " ") {
            #expect(text.contains("func \(name)()") || text.contains("let \(name) ="), "\(name) in \(text)")
        }
    }

    @Test(arguments: ["TheStateMachineOfTheCheckoutModuleOfTheShop", "A_b"])
    func `have the name that a user gives`(name: String) throws {
        #expect(Self.turnstile.classes(named: name).contains("final class \(name): Context<\(name).State>"))
        #expect(Self.turnstile.classes(named: name).contains("push(_ machine:") == (name.count > 20))
    }

    @Test func `rest while conditions in a loop without events are not filled in`() throws {
        let loops = [
            "<state id='A'><transition cond='n &lt; 3' target='A'/><transition event='go' target='A'/></state>",
            "<state id='A'><onentry><raise event='e'/></onentry><transition event='e' cond='n' target='A'/></state>",
            "<state id='A'><transition cond='n' target='B'/></state><state id='B'><transition cond='m' target='A'/></state>",
        ]
        let sources = loops.enumerated().map { ("Loop\($0)", Self.chart($1).classes(named: "Loop\($0)")) }
        #expect(try PrintedMachines.graphs(sources).allSatisfy { $0.hasPrefix("{") })
    }

    @Test func `ask for a condition without an event after each effect on which it may depend`() throws {
        let asking = "<state id='A'><transition cond='n' target='Reached'/></state><state id='Reached'/>"
        let effect = "<assign location='n' expr='1'/>"
        let machines = [
            asking.replacing("'A'>", with: "'A'><transition event='e'>\(effect)</transition>"),
            "<parallel><state>\(asking)</state><state><transition event='e'>\(effect)</transition></state></parallel>",
            "<parallel><state>\(asking)</state><state><state id='C'><onexit>\(effect)</onexit>"
                + "<transition event='e' target='D'/></state><state id='D'/></state></parallel>",
        ].enumerated().map { number, text in
            let text = Self.chart(text).classes(named: "Asking\(number)")
            return ("Asking\(number)", text.replacing("Bool { false }", with: "Bool { !log.isEmpty }"))
        }
        #expect(try PrintedMachines.graphs(machines).allSatisfy { $0.contains("Reached") })
    }

    // MARK: Gaps

    @Test func `say at its place what they do not express`() {
        var chart = Self.lamp
        let on = chart.numbers["On"]!
        (chart.nodes[on].initialEffects, chart.nodes[on].line) = ([.log("begin")], 7)
        let text = chart.classes(named: "Lamp")
        let gap = "// Not expressed: line 7: what “On” does before its first substate;"
        #expect(text.contains("    \(gap)"))
        #expect(text.components(separatedBy: "Not expressed").count == chart.gaps.count + 1)
    }

    @Test func `say that a condition on a region may be asked after its event`() {
        let (first, second) = (
            "<state id='A'><transition event='e' target='B'/></state><state id='B'/>",
            "<state id='C'><transition event='e' cond=\"In('B')\" target='D'/></state><state id='D'/>"
        )
        let text = Self.chart("<parallel><state>\(first)</state><state>\(second)</state></parallel>")
            .classes(named: "Asking")
        #expect(text.contains("may ask after “e” has changed it"))
    }
}
