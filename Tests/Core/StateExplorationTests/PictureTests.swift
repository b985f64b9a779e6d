import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Pictures of statecharts: everything is there, and where it can be read.
@Suite(.timeLimit(.minutes(60))) struct PictureTests {
    /// A graph in which each request leads from each state to the next one, and from the last to the first.
    private static func ring(_ states: [String], _ requests: [String] = ["go"]) throws -> StateGraph<String> {
        let count = states.count
        return try chart(states, requests) { state, _ in (state + 1) % count }.explore()
    }

    // MARK: What is there

    @Test func `has each state, superstate and request`() throws {
        let picture = try PictureGeometry(Self.ring(["Off", "On/Low", "On/High/Steady"], ["turn"]).svg())
        #expect(picture.boxes.map(\.state).sorted() == ["Off", "On", "On/High", "On/High/Steady", "On/Low"])
        #expect(picture.boxes.filter(\.isSuperstate).map(\.state) == ["On", "On/High"])
        #expect(picture.boxes.flatMap { $0.texts.map(\.text) }.sorted() == ["High", "Low", "Off", "On", "Steady"])
        let arrows = picture.arrows.map { "\($0.source) → \($0.target): \($0.labels.map(\.text).joined())" }
        #expect(
            arrows.sorted() == [
                " → Off: ", "Off → On/Low: turn", "On/High/Steady → Off: turn", "On/Low → On/High/Steady: turn",
            ])
        #expect(picture.problems == [])
    }

    @Test func `has one arrow from a superstate to a state, whose label says which requests are only those of some`()
        throws
    {
        let targets: [[Int?]] = [[1, nil, nil, nil], [2, 0, 0, nil], [3, 0, nil, 0], [1, 0, 0, nil]]
        let svg = try chart(
            ["Off", "On/A", "On/B", "On/C"], ["next", "stop", "fail", "end"],
            effects: { $1 == 3 && $0 == 2 ? ["beep"] : [] }, { targets[$0][$1] }
        ).explore().svg()
        let picture = try PictureGeometry(svg)
        let arrow = try #require(picture.arrows.first { $0.target == "Off" && $0.source != "" })
        #expect(picture.arrows.count { $0.target == "Off" } == 2 && arrow.source == "On")
        #expect(arrow.labels.map(\.text).joined(separator: " ") == "stop fail [in A, C] end [in B] / beep")
        #expect(svg.contains(#"data-source="On" data-target="Off" data-origins="On&#10;On/A&#10;On/C&#10;On/B""#))
        #expect(picture.problems == [])
    }

    @Test(arguments: [(nil, []), ("Off", ["Off"]), ("On/Low", ["On/Low"]), ("nosuch", [])] as [(String?, [String])])
    func `marks the state that it is asked to`(current: String?, marked: [String]) throws {
        let picture = try PictureGeometry(Self.ring(["Off", "On/Low"]).svg(marking: current))
        #expect(picture.boxes.filter(\.isCurrent).map(\.state) == marked)
    }

    // MARK: What it plays

    /// Two states that a request leads back and forth between, and a third one without a way out.
    private static var loop: StateGraph<String> {
        get throws {
            try table(requests: ["go", "end"], ["A": ["B", ""], "B": ["A", "C"], "C": ["", ""]]).explore()
        }
    }

    @Test func `a run lights its states and draws its arrows, in random charts with and without regions`() throws {
        let charts = try (0..<10).map { try Self.randomGraph(seed: $0, upTo: 12) }
        for graph in try charts + PlannedMachine.graphs(0..<20).map(\.graph) {
            var generator = SeededGenerator(seed: 1)
            let run = (0..<20).map { _ in graph.requests.randomElement(using: &generator)! }
            let (diagram, picture) = try (graph.diagram(), PictureGeometry(graph.svg(playing: run)))
            let (chart, first) = (DrawnChart(diagram), diagram.nodes(of: graph.states[0]))
            #expect(picture.problems == [] && picture.captions.count == 21 && picture.legend.count == 1)
            #expect(Set(picture.boxes.filter { $0.steps.contains(0) }.map(\.state)) == Set(first))
            var state = 0
            for (number, request) in zip(1..., run) {
                let active = Set(diagram.nodes(of: graph.states[state]))
                state = graph.cells[state][graph.requests.firstIndex(of: request)!].target
                let lit = Set(picture.boxes.filter { $0.steps.contains(number) }.map(\.state))
                #expect(lit == Set(diagram.nodes(of: graph.states[state])))
                // An arrow of the picture may be a bundle of some from inside of its source.
                func shows(_ drawn: PictureGeometry.Arrow, _ arrow: StateDiagram.Arrow) -> Bool {
                    drawn.target == arrow.target && (arrow.source + "/").hasPrefix(drawn.source + "/")
                }
                let arrows = chart.arrows(of: request, in: active).map(\.arrow)
                for drawn in picture.arrows where drawn.steps.contains(number) {
                    #expect(arrows.contains { shows(drawn, $0) }, "\(run) \(number)")
                }
                for arrow in arrows {
                    let drawn = picture.arrows.filter { shows($0, arrow) }
                    #expect(drawn.isEmpty || drawn.contains { $0.steps.contains(number) }, "\(run) \(number)")
                }
            }
        }
    }

    @Test func `a run says which requests lead nowhere, and lights a state where several are one`() throws {
        let graph = try Self.ring(["Off", "On, 1", "On, 2"])
        let picture = try PictureGeometry(graph.svg(playing: ["go", "go"], in: graph.merged()))
        #expect(picture.boxes.map(\.steps) == [[0], [1, 2]])
        #expect(picture.arrows.filter { $0.source == "Off" }.map(\.steps) == [[1]])
        let fighter = try Fighter.model.explore().svg(playing: ["draw", "attack", "jump"])
        #expect(try PictureGeometry(fighter).captions.map(\.text) == ["start", "draw", "attack", "jump: refused"])
    }

    @Test func `a counterexample says how it goes on for ever`() throws {
        func captions(_ property: StateGraph<String>.Property) throws -> [String] {
            guard case .fails(let run) = try Self.loop.check(property) else { return [] }
            return try PictureGeometry(Self.loop.svg(playing: run)).captions.map(\.text)
        }
        #expect(try captions(.eventually(.isIn("C"))) == ["start", "then for ever: go", "go"])
        #expect(
            try captions(.leads(from: .isIn("C"), to: .isIn("A"))) == ["start", "go", "end, then nothing more"])
    }

    @Test func `a request that the graph does not have, or did not explore, is an error that says what is possible`() {
        let unknown = #expect(throws: UnknownNameError.self) { try Self.loop.svg(playing: ["go", "og"]) }
        #expect(unknown?.description == "There is no request “og”. There are “go”, “end”.")
        let unexplored = #expect(throws: UnknownNameError.self) {
            try Ring.model(4).explore(within: { $0 == "0" }).svg(playing: ["on", "back"])
        }
        #expect(unexplored?.description == "There is no explored request in “1” called “back”. There is none at all.")
    }

    @Test func `without motion, a run shows its arrows and its last state`() throws {
        let svg = try Self.loop.svg(playing: ["go"])
        let parts = svg.components(separatedBy: "(prefers-reduced-motion: no-preference)")
        #expect(parts.count == 2 && !parts[0].contains("animation"))
        #expect(parts[0].contains("rect.last { opacity: 1 }") && !parts[0].contains("path.step { opacity: 0"))
        let last = parts[1].matches(of: /data-state="(.)">\n<rect[^>]*>\n<rect class="at last"/).map(\.output.1)
        #expect(last == ["B"])
    }

    // MARK: How large it may be

    private static let advice = "are too many for a chart: merge states, or use the outline."

    @Test(arguments: [
        (201, 1, "201 states and 201 transitions"), (2, 501, "2 states and 1002 transitions"),
        (400, 10, "400 states and 4000 transitions"),
    ])
    func `is a sentence if there are too many states or transitions`(states: Int, requests: Int, size: String) throws {
        let graph = try Self.ring((0..<states).map { "S\($0)" }, (0..<requests).map { "r\($0)" })
        for svg in [graph.svg(marking: "S1"), Self.times(beside: graph.merged())] {
            let picture = try PictureGeometry(svg)
            #expect(picture.boxes.isEmpty && picture.arrows.isEmpty)
            #expect(svg.contains("<title id=\"title\">\(size) \(Self.advice)</title>"))
            #expect(svg.utf8.count < 4_000)
        }
        let page = graph.page(titled: "large")
        #expect(page.contains("<title id=\"chart0-title\">\(size) \(Self.advice)</title>"))
        #expect(page.contains("\"S\(states - 1)\""))
    }

    @Test(arguments: [(200, 1), (2, 500)])
    func `is a chart if there are as many as may be`(states: Int, requests: Int) throws {
        let graph = try Self.ring((0..<states).map { "S\($0)" }, (0..<requests).map { "r\($0)" })
        #expect(try PictureGeometry(graph.svg()).boxes.count == states)
        #expect(try PictureGeometry(Self.times(beside: graph.merged())).boxes.count == states)
    }

    @Test func `plays at most 200 requests`() throws {
        let svg = try Self.loop.svg(playing: Array(repeating: "go", count: 201))
        #expect(svg.contains(">201 requests are too many to play: 200 are possible.</title>"))
    }

    @Test func `counts superstates as states`() throws {
        let states = (0..<101).map { "Group\($0)/State" }
        #expect(try Self.ring(states).svg().contains("202 states and 101 transitions \(Self.advice)"))
        #expect(try PictureGeometry(Self.ring(Array(states.dropLast())).svg()).boxes.count == 200)
    }

    private static func times(beside diagram: StateDiagram) -> String {
        FunnelLog(of: Turnstile(), clock: ManualClock()).svg(beside: diagram)
    }

    // MARK: Where it is

    @Test(arguments: [
        ["Only one"], ["A", "A/B", "A/B/C"], ["A", "A/A", "A/A/A"], ["", "/", "//"],
        ["<&>", "\"quoted\"", "a\r\nb", "\u{1b}[31m"],
        ["状態", "💡", "Größe"], ["x/" + String(repeating: "a very long name ", count: 20), "x/y"],
    ])
    func `can be read whatever the names are`(states: [String]) throws {
        let picture = try PictureGeometry(Self.ring(states, ["a <request>, with \"markup\""]).svg())
        #expect(picture.boxes.count { !$0.isSuperstate } == states.count)
        #expect(picture.arrows.count == states.count + 1)
        #expect(picture.problems == [])
    }

    /// A random chart of up to this number of states, in up to three levels.
    private static func randomGraph(
        seed: UInt64, upTo limit: Int, hasEffects: Bool = false
    ) throws -> StateGraph<String> {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...limit, using: &generator)
        let groups = (0..<Int.random(in: 1...5, using: &generator)).map { group in
            ["", "G\(group)/", "Group\(group)/Inner\(group % 2)/"].randomElement(using: &generator)!
        }
        let words = ["Idle", "Connecting", "Ready", "Waiting for an answer", "X"]
        let states = (0..<count).map { number in
            groups.randomElement(using: &generator)! + words.randomElement(using: &generator)! + "\(number)"
                + (Int.random(in: 0..<6, using: &generator) == 0 ? ", with data, and more of it" : "")
        }
        let names = ["go", "connectionFailed", "a request with a long name", "r"]
        let requests = (0..<Int.random(in: 1...4, using: &generator)).map { number in
            names.randomElement(using: &generator)! + "\(number)"
        }
        // The first request reaches all states, so that none is left out.
        let targets = (0..<count).map { state in
            requests.indices.map { request -> Int? in
                if request == 0 { return (state + 1) % count }
                return Int.random(in: 0..<3, using: &generator) == 0
                    ? nil : Int.random(in: 0..<count, using: &generator)
            }
        }
        let calls = ["open", "cancelTimer", "Payment: charge the card", "x"]
        let effects = (0..<count).map { _ in
            requests.map { _ in
                hasEffects
                    ? (0..<Int.random(in: 0...3, using: &generator)).map { calls[($0 + count) % 4] } : []
            }
        }
        return try chart(states, requests, effects: { effects[$0][$1] }) { targets[$0][$1] }.explore()
    }

    @Test(arguments: [false, true])
    func `nothing overlaps in random charts of up to 40 states`(hasEffects: Bool) throws {
        for seed in FuzzSeeds.ofCharts(20) {
            let graph = try Self.randomGraph(seed: seed, upTo: 40, hasEffects: hasEffects)
            #expect(try PictureGeometry(graph.svg()).problems == [], "seed \(seed)")
        }
    }

    @Test func `nothing overlaps in random charts with regions`() throws {
        for (seed, graph) in try PlannedMachine.graphs(FuzzSeeds.ofCharts(20)) {
            #expect(try PictureGeometry(graph.svg()).problems == [], "seed \(seed)")
        }
    }
}
