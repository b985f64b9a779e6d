import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// A graph for other programs: as SCXML, which an engine by other people runs, and as JSON.
@Suite struct `Exports` {
    @Test func `a superstate has the transitions that all its states have in common`() throws {
        let oven = MachineModel(Oven.init, requests: ["toggle": { $0.toggle() }, "warmed": { $0.warmed() }])
        #expect(
            try oven.explore().scxml().hasSuffix(
                """
                    <state id="On" sp:name="On">
                        <transition event="toggle" sp:request="toggle" target="Off"/>
                        <state id="On_Heating" sp:name="On/Heating">
                            <transition event="warmed" sp:request="warmed" target="On_Warm"/>
                        </state>
                        <state id="On_Warm" sp:name="On/Warm">
                        </state>
                    </state>
                </scxml>

                """))
    }

    // MARK: An engine by other people

    @Test(
        .needsStatechartEngine,
        arguments: [
            ["Off", "On/Low", "On/High/Steady"], ["A", "A/B", "A/B/C"], ["a", "A", "a b", "a_b", "a-b"],
            ["say \"hello\"", "it’s <b> & 'c'", "a\\b", "1", "2nd", "-", "", " ", "x\ty\nz"],
            ["💡", "👩‍👩‍👧", "état", "状態", "e\u{301}x", "\u{202e}left"],
            ["Idle, floor 2", "Idle, floor 3, deferred: a(b/c)"],
            ["name", "state", "start", "stop", "error", "class", "done.state.x"],
        ])
    func `that runs an export keeps every name, and the order of what happens`(names: [String]) throws {
        let (count, requests) = (names.count, ["next"] + names.map { "r " + $0 } + names)
        let graph = try chart(names, requests, effects: { $1 == 2 ? [] : ["\(requests[$1]) from \(names[$0])"] }) {
            $1 == 0 ? ($0 + 1) % count : $1 < 3 || $1 % count == 0 ? nil : ($0 + $1) % count
        }.explore()
        #expect(graph.states.count == count)
        #expect(try StatechartEngine.disagreements(over: graph.scxml(), with: graph.json()) == [])
    }

    // MARK: JSON

    @Test func `JSON has what was not explored or made, and every character of a name`() throws {
        let names = ["a\"\\\u{0}\u{1b}\n</script>", "💡/é, 2"]
        let json = try MachineModel(
            { 0 },
            requests: .init(["next \u{7}"]) { state, _ in
                state += 1
                return nil
            },
            state: { names[$0] }
        ).explore(within: { $0 == names[0] }).json()
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
        let cell: NSDictionary = ["outcome": NSNull(), "request": "next \u{7}", "target": names[1], "trace": []]
        #expect(
            object == [
                "initial": names[0], "requests": ["next \u{7}"],
                "states": [
                    ["cells": [cell], "isExplored": true, "name": names[0]],
                    ["cells": [], "isExplored": false, "name": names[1]],
                ],
            ] as NSDictionary)
    }
}
