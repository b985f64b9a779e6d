import StateExploration
import StatePattern
import Testing

/// States that an older version has saved, in a later version that restores them.
@Suite struct `A saved state` {
    /// A machine as a table: for each state and request, the next state.
    private func model(
        _ table: [String: [String: String]], startingIn state: String, trace: [String] = []
    ) -> MachineModel<String> {
        MachineModel(
            { (state: state, trace: [String]()) },
            requests: .init(["dim", "off", "on"]) { lamp, request in
                guard let next = table[lamp.state]?[request] else { return .unhandled }
                lamp = (next, trace)
                return .transitioned
            },
            state: { $0.state },
            trace: { lamp in
                defer { lamp.trace = [] }
                return lamp.trace
            })
    }

    private let old: [String: [String: String]] = [
        "Off": ["on": "On"], "On": ["off": "Off", "dim": "Dim"], "Dim": ["off": "Off", "on": "On"],
    ]

    @Test(
        arguments: [
            ("is as before where the machine has not changed", [:], [:], "Off: as before|On: as before|Dim: as before"),
            (
                "is gone if it cannot be restored, and what led to it differs", ["On": ["off": "Off"]], ["Dim": nil],
                "Off: as before|On: differs\n  dim, old: transitioned, Dim\n  dim, new: unhandled, On|Dim: gone"
            ),
            (
                "has another name, which is no difference of what leads there",
                [
                    "Dark": ["on": "On"], "On": ["off": "Dark", "dim": "Dim"], "Dim": ["off": "Dark", "on": "On"],
                ], ["Off": "Dark"], "Off: now Dark|On: as before|Dim: as before"
            ),
            (
                "has become a superstate, and continues in a substate",
                [
                    "Off": ["on": "On/Full"], "On/Full": ["off": "Off", "dim": "Dim"],
                    "Dim": ["off": "Off", "on": "On/Full"],
                ], ["On": "On/Full"], "Off: as before|On: now in its substate On/Full|Dim: as before"
            ),
            (
                "is split where requests that led to it lead to several states",
                ["Dim": ["off": "Night", "on": "On"], "Night": ["on": "On"]], [:],
                "Off: split, also into Night|On: as before|Dim: as before"
            ),
            (
                "differs where a request leads to another state that there was before, and is no split",
                ["Off": ["on": "Dim"]], [:],
                "Off: differs\n  on, old: transitioned, On\n  on, new: transitioned, Dim|On: as before|Dim: as before"
            ),
        ] as [(String, [String: [String: String]], [String: String?], String)])
    func `has a fate`(sentence: String, rows: [String: [String: String]], names: [String: String?], fates: String)
        throws
    {
        let new = old.merging(rows) { $1 }
        let graph = SavedGraph(try model(old, startingIn: "Off").explore())
        let found = graph.restored { state in (names[state] ?? state).map { model(new, startingIn: $0) } }
        #expect(found.map { "\($0)" }.joined(separator: "|") == fates, "\(sentence)")
    }

    @Test func `behaves differently where an outcome or an effect is another one`() throws {
        let graph = SavedGraph(try model(old, startingIn: "Off").explore())
        let fate = graph.restored { model(old, startingIn: $0, trace: ["click"]) }[0]
        #expect("\(fate)" == "Off: differs\n  on, old: transitioned, On\n  on, new: transitioned, On [click]")
    }
}
