import StateExploration
import StatePattern
import TestSupport
import Testing

/// Arrows say what a request does, and states what their entry and exit do, where a model has a trace.
@Suite(.blocking) struct `Effects in a chart` {
    /// A row for each request that a state handles: where it leads, if it leads anywhere, and what it does.
    typealias Row = (state: String, request: String, target: String?, trace: [String])

    private static func graph(
        _ rows: [Row], start: [String] = [], context: Turnstile? = Turnstile()
    ) throws -> StateGraph<String> {
        func unique(_ texts: [String]) -> [String] { texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
        let (states, requests) = (unique(rows.map(\.state)), unique(rows.map(\.request)))
        let cells = states.map { state in
            requests.map { request in rows.first { $0.state == state && $0.request == request } }
        }
        return try chart(states, requests, start: start, of: context, effects: { cells[$0][$1]?.trace ?? [] }) {
            cells[$0][$1]?.target.flatMap { states.firstIndex(of: $0) }
        }.explore()
    }

    /// A heater with a lamp that burns while it is on, and a coil that burns while it heats.
    private static let heater: [Row] = [
        ("Off", "turnOn", "On/Heating", ["click", "lamp on", "coil on"]),
        ("On/Heating", "turnOff", "Off", ["lamp off"]), ("On/Warm", "turnOff", "Off", ["lamp off"]),
        ("On/Heating", "warm", "On/Warm", []), ("On/Warm", "cool", "On/Heating", ["hum", "coil on"]),
        ("On/Heating", "again", "On/Heating", ["buzz", "coil on"]),
        ("On/Heating", "look", nil, ["glance"]), ("On/Warm", "look", nil, ["glance"]),
        ("On/Warm", "touch", nil, ["ouch"]),
    ]

    @Test func `come with requests that change nothing, if all are asked for`() throws {
        let outcomes: [String: Outcome] = ["look": .handled, "wait": .deferred, "kick": .refused, "sing": .unhandled]
        let graph = try MachineModel(
            { "On" }, named: "table",
            requests: .init(["look", "wait", "kick", "sing"]) { _, request in outcomes[request] }, state: { $0 }
        ).explore()
        #expect(graph.diagram().outline() == "  On\n")
        let all = graph.diagram(showsAllRequests: true).outline()
        #expect(all == "  On\n      look\n      wait / deferred\n      kick / refused\n")
        #expect(graph.merged(showsAllRequests: true).outline() == all)
    }

    @Test func `are those of arrows in a machine without contexts, which has no hooks`() throws {
        let graph = try Self.graph(Self.heater, context: nil)
        for text in [graph.diagram().outline(), graph.mermaid(), graph.svg(), graph.scxml(), graph.json()] {
            #expect(!text.contains("entry / ") && !text.contains("exit / "))
        }
        #expect(graph.diagram().outline().contains("warm → On/Warm\n        again / buzz, coil on → On/Heating"))
        let without = graph.difference(from: SavedGraph(try Self.graph(Self.heater.dropLast(), context: nil)))
        #expect(!without.diagram().outline().contains("entry / "))
    }

    @Test func `are in every format`() throws {
        let graph = try Self.graph(Self.heater)
        #expect(
            graph.mermaid() == """
                stateDiagram-v2
                    Off
                    state "On<br/>exit / lamp off<br/>look / glance" as On {
                        state "Heating<br/>entry / coil on" as On_Heating
                        state "Warm<br/>touch / ouch" as On_Warm
                    }
                    [*] --> Off
                    Off --> On_Heating : turnOn / click, lamp on
                    On --> Off : turnOff
                    On_Heating --> On_Warm : warm
                    On_Warm --> On_Heating : cool / hum
                    On_Heating --> On_Heating : again / buzz

                """)
        #expect(
            graph.table().contains(
                "| On/Warm |  | Off / lamp off |  | On/Heating / hum, coil on |  | handled / glance | handled / ouch |")
        )
        let picture = try PictureGeometry(graph.svg())
        #expect(picture.problems == [])
        #expect(
            picture.boxes.map { $0.texts.map(\.text) } == [
                ["On", "exit / lamp off", "look / glance"], ["Off"], ["Heating", "entry / coil on"],
                ["Warm", "touch / ouch"],
            ])
        #expect(
            picture.arrows.map { $0.labels.map(\.text).joined(separator: "|") }.sorted() == [
                "", "again / buzz", "cool / hum", "turnOff", "turnOn / click,|lamp on", "warm",
            ])
        #expect(graph.page(titled: "heater").contains("data-requests=\"turnOn\""))
        #expect(graph.page(titled: "heater").contains(">exit / lamp off</text>"))
    }

    @Test func `can be left out`() throws {
        let graph = try Self.graph(Self.heater)
        let plain = try Self.graph(Self.heater.map { ($0.state, $0.request, $0.target, []) })
        #expect(graph.diagram(showsEffects: false).outline() == plain.diagram().outline())
        #expect(graph.merged(showsEffects: false).svg() == plain.svg())
        #expect(plain.diagram().outline() != graph.diagram().outline())
    }

    @Test func `of the start are at its arrow, but for those of the entry`() throws {
        let rows: [Row] = [
            ("A", "go", "B", ["a"]), ("B", "go", "A", ["b", "enter A"]), ("B", "back", "A", ["enter A"]),
        ]
        let graph = try Self.graph(rows, start: ["wake", "enter A"])
        #expect(graph.mermaid().contains("    [*] --> A : / wake\n"))
        #expect(graph.diagram().outline().contains("  A\n      entry / enter A\n"))
        let picture = try PictureGeometry(graph.svg())
        #expect(picture.arrows.first { $0.source.isEmpty }?.labels.map(\.text) == ["/ wake"])
        #expect(picture.problems == [])
        // Without that of the start, the entry is not always the same.
        #expect(try !Self.graph(rows).diagram().outline().contains("entry"))
    }

    @Test func `that data decides about are separate labels with the data`() throws {
        let graph = try Self.graph([
            ("Idle, 0", "add", "Idle, 1", ["count"]), ("Idle, 1", "add", "Full", ["count", "close"]),
            ("Full", "empty", "Idle, 0", ["open"]), ("Idle, 0", "empty", nil, []), ("Idle, 1", "empty", "Idle, 0", []),
        ])
        #expect(
            graph.merged().outline() == """
                  Idle
                      empty [1] → Idle
                      add [0] / count → Idle
                      add [1] / count, close → Full
                  Full
                      empty / open → Idle

                """)
    }

    /// A chart tells what the machine has done: exits from the inside, the arrow, entries.
    @Test(arguments: 0..<40) func `in the order of UML are the trace of each request`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "c"]
        func effects(_ limit: Int) -> [String] {
            (0..<Int.random(in: 0...limit, using: &generator)).map { _ in letters.randomElement(using: &generator)! }
        }
        let states = ["A", "S/B", "S/C", "S/T/D", "S/T/E", "U/F"]
        var hooks: [String: ([String], [String])] = [:]
        for scope in states + ["S", "S/T", "U"] { hooks[scope] = (effects(1), effects(1)) }
        func scopes(_ state: String) -> [String] {
            let names = state.split(separator: "/")
            return names.indices.map { names[...$0].joined(separator: "/") }
        }
        var rows: [Row] = []
        for (index, state) in states.enumerated() {
            for request in ["p", "q", "r"] {
                let target = request == "p" ? states[(index + 1) % 6] : states.randomElement(using: &generator)!
                let shared = target == state ? scopes(state).dropLast() : scopes(state).filter(scopes(target).contains)
                let exits = scopes(state).filter { !shared.contains($0) }.reversed().flatMap { hooks[$0]!.1 }
                let entries = scopes(target).filter { !shared.contains($0) }.flatMap { hooks[$0]!.0 }
                rows.append((state, request, target, exits + effects(1) + entries))
            }
        }
        let diagram = try Self.graph(rows).diagram()
        func actions(_ name: String, _ path: String) -> [String] {
            let line = diagram.actions[path]?.first { $0.hasPrefix("\(name) / ") }
            return line.map { $0.dropFirst(name.count + 3).split(separator: ", ").map(String.init) } ?? []
        }
        for row in rows {
            let target = row.target!
            let shared =
                target == row.state ? scopes(target).dropLast() : scopes(row.state).filter(scopes(target).contains)
            let exits = scopes(row.state).filter { !shared.contains($0) }.reversed().flatMap { actions("exit", $0) }
            let entries = scopes(target).filter { !shared.contains($0) }.flatMap { actions("entry", $0) }
            let labels = diagram.arrows.filter { scopes(row.state).contains($0.source) && $0.target == target }
                .flatMap(\.labels).filter { $0.request == row.request }
            #expect(labels.map { exits + $0.effects + entries } == [row.trace], "\(row)")
        }
    }
}
