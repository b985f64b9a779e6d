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

    private func fates(
        in new: [String: [String: String]], trace: [String] = [], restoring states: [String: String]
    ) throws -> [String] {
        let graph = SavedGraph(try model(old, startingIn: "Off").explore())
        return graph.restored { state in states[state].map { model(new, startingIn: $0, trace: trace) } }.map {
            "\($0)"
        }
    }

    @Test func `is as before where the machine has not changed`() throws {
        let fates = try fates(in: old, restoring: ["Off": "Off", "On": "On", "Dim": "Dim"])
        #expect(fates == ["Off: as before", "On: as before", "Dim: as before"])
    }

    @Test func `is gone if it cannot be restored, and what led to it differs`() throws {
        let new = ["Off": ["on": "On"], "On": ["off": "Off"]]
        #expect(
            try fates(in: new, restoring: ["Off": "Off", "On": "On"]) == [
                "Off: as before",
                "On: differs\n  dim, old: transitioned, Dim\n  dim, new: unhandled, On",
                "Dim: gone",
            ])
    }

    @Test func `has another name, which is no difference of what leads there`() throws {
        let new = ["Dark": ["on": "On"], "On": ["off": "Dark", "dim": "Dim"], "Dim": ["off": "Dark", "on": "On"]]
        #expect(
            try fates(in: new, restoring: ["Off": "Dark", "On": "On", "Dim": "Dim"])
                == ["Off: now Dark", "On: as before", "Dim: as before"])
    }

    @Test func `has become a superstate, and continues in a substate`() throws {
        let new = [
            "Off": ["on": "On/Full"], "On/Full": ["off": "Off", "dim": "Dim"], "Dim": ["off": "Off", "on": "On/Full"],
        ]
        #expect(
            try fates(in: new, restoring: ["Off": "Off", "On": "On/Full", "Dim": "Dim"])
                == ["Off: as before", "On: now in its substate On/Full", "Dim: as before"])
    }

    @Test func `is split where requests that led to it lead to several states`() throws {
        let new = [
            "Off": ["on": "On"], "On": ["off": "Off", "dim": "Dim"], "Dim": ["off": "Night", "on": "On"],
            "Night": ["on": "On"],
        ]
        #expect(
            try fates(in: new, restoring: ["Off": "Off", "On": "On", "Dim": "Dim"])
                == ["Off: split, also into Night", "On: as before", "Dim: as before"])
    }

    @Test func `differs where a request leads to another state that there was before, and is no split`() throws {
        let new = [
            "Off": ["on": "Dim"], "On": ["off": "Off", "dim": "Dim"], "Dim": ["off": "Off", "on": "On"],
        ]
        #expect(
            try fates(in: new, restoring: ["Off": "Off", "On": "On", "Dim": "Dim"]) == [
                "Off: differs\n  on, old: transitioned, On\n  on, new: transitioned, Dim", "On: as before",
                "Dim: as before",
            ])
    }

    @Test func `behaves differently where an outcome or an effect is another one`() throws {
        let fates = try fates(in: old, trace: ["click"], restoring: ["Off": "Off", "On": "On", "Dim": "Dim"])
        #expect(fates[0] == "Off: differs\n  on, old: transitioned, On\n  on, new: transitioned, On [click]")
    }
}
