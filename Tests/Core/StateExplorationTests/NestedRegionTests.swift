import StateExploration
import StatePattern
import TestSupport
import Testing

/// Regions that are not always there: in a state of another region, in a substate, or in a list that changes.
@Suite struct `Regions in regions` {
    typealias Plan = PlannedMachine.Plan

    /// The lines of an outline that begin with a request.
    private static func lines(_ request: String, of graph: StateGraph<String>) -> [String] {
        graph.diagram().outline().split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }
            .filter { $0.hasPrefix(request) }
    }

    // MARK: Conditions

    /// A house with a lamp, and a door that has an alarm while it is shut.
    private static func house(_ rules: [Plan.Rule]) throws -> StateGraph<String> {
        let plan = Plan([
            .init("Home", regions: ["Door": 1, "Lamp": 5]),
            .init("Shut", regions: ["Alarm": 3], ["door": [2]]), .init("Open", ["door": [1]]),
            .init("Armed", ["alarm": [4]]), .init("Off", ["alarm": [3]]),
            .init("Dark", ["switch": rules]), .init("Lit", ["switch": [5]]), .init("Red", ["switch": [5]]),
        ])
        return try PlannedMachine.model(plan, requests: ["door", "alarm", "switch"]).explore()
    }

    @Test(
        arguments: [
            ([.init(6, when: .isNotIn(3))], ["switch [Door in Open], switch [Alarm in Off] → Home/Lamp/Lit"]),
            ([.init(6, when: .isIn(3))], ["switch [Alarm in Armed] → Home/Lamp/Lit"]),
            ([.init(6, when: .isIn(2))], ["switch [Door in Open] → Home/Lamp/Lit"]),
            (
                [.init(7, when: .isIn(2)), .init(6, when: .isIn(4))],
                ["switch [Door in Open] → Home/Lamp/Red", "switch [Alarm in Off] → Home/Lamp/Lit"]
            ),
            (
                [.init(7, when: .isIn(2)), 6],
                ["switch [Door in Shut] → Home/Lamp/Lit", "switch [Door in Open] → Home/Lamp/Red"]
            ),
        ] as [([Plan.Rule], [String])])
    func `are named in conditions, and so is the state in which they are missing`(
        rules: [Plan.Rule], lines: [String]
    ) throws {
        let graph = try Self.house(rules)
        #expect(Set(Self.lines("switch [", of: graph)) == Set(lines))
        #expect(DrawnChart.missingCells(of: graph) == [])
    }

    @Test func `of one name are told apart in conditions by their paths`() throws {
        let plan = Plan([
            .init("Home", regions: ["Door": 1, "Window": 2, "Lamp": 7]),
            .init("Shut", regions: ["Alarm": 3]), .init("Shut", regions: ["Alarm": 5]),
            .init("Armed", ["door": [4]]), .init("Off"), .init("Armed", ["window": [6]]), .init("Off"),
            .init("Dark", ["switch": [.init(8, when: .isIn(6))]]), .init("Lit"),
        ])
        let graph = try PlannedMachine.model(plan, requests: ["door", "window", "switch"]).explore()
        #expect(Self.lines("switch", of: graph) == ["switch [Window/Shut/Alarm in Off] → Home/Lamp/Lit"])
        #expect(DrawnChart.missingCells(of: graph) == [])
    }

    // MARK: Substates

    /// A desk with a lamp, which is turned on for writing only; a user who writes has a pen.
    private static func desk() throws -> StateGraph<String> {
        let plan = Plan([
            .init("Desk", regions: ["Lamp": 4]),
            .init("Writing", in: 0, regions: ["Pen": 2], ["stand": [0], "sit": [1]]),
            .init("Up", ["pen": [3]]), .init("Down", ["pen": [2]]),
            .init("Off", ["lamp": [.init(5, when: .isIn(1))]]), .init("On", ["lamp": [4]]),
        ])
        var nodes = plan.nodes
        nodes[0].rules["sit"] = [1]
        return try PlannedMachine.model(Plan(nodes), requests: ["sit", "stand", "pen", "lamp"]).explore()
    }

    @Test func `and beside substates have a state for the superstate, if that may be a leaf itself`() throws {
        let graph = try Self.desk()
        #expect(graph.states.contains("Desk/Writing, Lamp: On | Pen: Down"))
        #expect(
            graph.diagram().outline(marking: "Desk, Lamp: On") == """
                  Desk
                    ┆
                ▸     Desk
                          sit → Desk/Writing
                      Writing
                          sit → Desk/Writing
                          stand → Desk/Desk
                        ┆ Pen
                          Up
                              pen → Desk/Writing/Pen/Down
                          Down
                              pen → Desk/Writing/Pen/Up
                    ┆ Lamp
                      Off
                          lamp [Desk in Writing] → Desk/Lamp/On
                ▸     On
                          lamp → Desk/Lamp/Off

                """)
        #expect(DrawnChart.missingCells(of: graph) == [])
        #expect(graph.table().contains("| Desk/Lamp/Off |  |  |  | Desk/Lamp/On [Desk in Writing] |\n"))
        #expect(graph.json().contains(#""regions":["Desk/Desk","Desk/Lamp/Off"]}"#))
    }

    @Test(arguments: [["A", "A"], ["", ""], ["", "Desk"], ["–", "/"]])
    func `and beside substates stay apart whatever they are called`(names: [String]) throws {
        let plan = Plan([
            .init("Desk", initial: 1, regions: [names[0]: 3, names[1]: 5]),
            .init("Up", in: 0, ["move": [2]]), .init("Down", in: 0, ["move": [1]]),
            .init("Off", ["first": [4]]), .init("On", ["first": [3]]),
            .init("Off", ["second": [6]]), .init("On", ["second": [.init(5, when: .isIn(4))]]),
        ])
        let graph = try PlannedMachine.model(plan, requests: ["move", "first", "second"]).explore()
        #expect(graph.states.count == 8)
        #expect(
            graph.diagram().roots[0].substates.map { $0.substates.map(\.name) } == [
                ["Up", "Down"], ["Off", "On"], ["Off", "On"],
            ])
        #expect(graph.diagram().arrows.count == 6)
    }

    @Test func `are left alone by an arrow of SCXML that stays in its region`() throws {
        let scxml = try Self.desk().scxml()
        // From a region to a state in it, W3C's engines leave all regions.
        #expect(
            scxml.contains(
                """
                        <state id="Desk_" initial="Desk__Desk" sp:name="Desk">
                            <state id="Desk__Desk" sp:name="Desk/Desk">
                                <transition event="sit" sp:request="sit" target="Desk__Writing"/>
                            </state>
                            <parallel id="Desk__Writing" sp:name="Desk/Writing">
                                <transition event="sit" sp:request="sit" target="Desk__Writing"/>
                                <transition event="stand" sp:request="stand" target="Desk__Desk"/>

                """))
        // Without this model, `In` would take an identifier that is not a string.
        #expect(scxml.contains("datamodel=\"ecmascript\""))
        #expect(scxml.contains("cond=\"In('Desk__Writing')\" target=\"Desk_Lamp_On\"/>"))
    }

    // MARK: A list that changes

    /// A radio that has no sound, as a region, without current.
    final class Radio: Context<Radio.State> {
        final class State: ContextState, OrthogonalState {
            let (plug, sound) = (Toggle(), Toggle())
            var name: String { "Radio" }
            var regions: [Region] { [Region("Plug", plug)] + (plug.isOn ? [Region("Sound", sound)] : []) }
            func didEnter(_ radio: Radio) {}
            func willExit(_ radio: Radio) {}

            func respond(to request: String) -> Reaction {
                if request == "sound" { return plug.isOn ? sound.flip().asReaction() : .refused }
                if sound.isOn { _ = sound.flip() }
                return plug.flip().asReaction()
            }
        }
        init() { super.init(initial: State()) }
    }

    @Test func `that a state does not list are drawn in a state without a name`() throws {
        let graph = try MachineModel(
            Radio.init,
            requests: .init(["plug", "sound"]) { radio, request in
                radio.delegate { state, _ in state.respond(to: request) }
            }
        ).explore()
        #expect(
            graph.diagram().outline() == """
                  Radio
                    ┆ Plug
                      Off
                          plug → Radio/Plug/On
                      On
                          plug → Radio/Plug/Off
                    ┆ Sound
                      –
                          plug → Radio/Sound/Off
                      Off
                          plug → Radio/Sound/–
                          sound → Radio/Sound/On
                      On
                          plug → Radio/Sound/–
                          sound → Radio/Sound/Off

                """)
        #expect(DrawnChart.missingCells(of: graph) == [])
        #expect(graph.json().contains(#""name":"Radio, Plug: Off","regions":["Radio/Plug/Off","Radio/Sound/–"]}"#))
    }

    // MARK: Effects

    /// A word processor: the font, and a list with or without signs, which have a color.
    private static func word(writesRequests: Bool) throws -> StateGraph<String> {
        func go(_ target: Int) -> [Plan.Rule] {
            var rule = Plan.Rule(target)
            rule.isWritten = writesRequests
            return [rule]
        }
        let plan = Plan(
            [
                .init("Word", regions: ["Bold": 1, "Italics": 3, "List": 5], ["reset": go(0), "close": go(10)]),
                .init("Off", ["bold": go(2)]), .init("On", ["bold": go(1)]),
                .init("Off", ["italics": go(4)]), .init("On", ["italics": go(3)]),
                .init("None", ["bullets": go(7)]), .init("Signs", ["none": go(5), "numbers": go(8), "bullets": go(7)]),
                .init("Bullets", in: 6, regions: ["Color": 9]), .init("Numbers", in: 6),
                .init("Black", ["color": go(11)]), .init("Closed"), .init("Red", ["color": go(9)]),
            ], writesHooks: true)
        let requests = ["bold", "italics", "none", "bullets", "numbers", "color", "reset", "close"]
        return try PlannedMachine.model(plan, requests: requests).explore()
    }

    @Test(arguments: [false, true])
    func `that are left together are one arrow, and their states say what they do`(writesRequests: Bool) throws {
        let graph = try Self.word(writesRequests: writesRequests)
        #expect(graph.states.count == 2 * 2 * 4 + 1)
        // The handlers write first, so that nothing is the same whenever the state is left.
        let effects = writesRequests ? "close in Word, exit Word, enter Closed" : "enter Closed"
        #expect(Self.lines("close", of: graph) == ["close / \(effects) → Closed"])
        #expect(Self.lines("reset", of: graph).count == 1)
        let exits = ["Off", "On", "Off", "On", "None", "Signs", "Bullets", "Black", "Red", "Numbers"]
        let seen = Self.lines("exit", of: graph).filter { $0 != "exit / exit Word" || writesRequests }
        #expect(seen.sorted() == exits.map { "exit / exit \($0)" }.sorted())
        #expect(DrawnChart.missingCells(of: graph) == [])
        let row = graph.table().split(separator: "\n").first { $0.hasPrefix("| Word |") }
        #expect(row?.contains("<br>") == false)
        #expect(graph.table().contains("| Word/List/Signs<br>exit / exit Signs |"))
    }
}
