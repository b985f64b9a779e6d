import StateExploration
import StatePattern
import Testing

/// A ring of states, numbered from 0, as a value that knows nothing of this package.
struct Ring {
    let size: Int
    var state = 0
    var trace: [String] = []

    static func model(
        _ size: Int, name: String = "ring", requests: [String] = ["on", "back"],
        changing change: @escaping (inout Ring, String) -> Void = { _, _ in }
    ) -> MachineModel<String> {
        MachineModel(
            { Ring(size: size) }, named: name,
            requests: .init(requests) { ring, request in
                let source = ring.state
                switch request {
                case "on": ring.state = (ring.state + 1) % size
                case "back": ring.state = (ring.state + size - 1) % size
                default: return .unhandled
                }
                ring.trace.append("left \(source)")
                change(&ring, request)
                return .transitioned
            },
            state: { "\($0.state)" },
            trace: { ring in
                defer { ring.trace = [] }
                return ring.trace
            })
    }
}

/// The graph of a machine as text: the target of each request, or nothing where it is refused.
func table(
    _ name: String = "table", requests: [String], _ rows: KeyValuePairs<String, [String]>
) -> MachineModel<String> {
    MachineModel(
        { rows[0].key }, named: name,
        requests: .init(requests) { state, request in
            guard let row = rows.first(where: { $0.key == state }), let index = requests.firstIndex(of: request),
                !row.value[index].isEmpty
            else { return .unhandled }
            let isChange = row.value[index] != state
            state = row.value[index]
            return isChange ? .transitioned : .handled
        },
        state: { $0 })
}

/// A door in a house: a tree of two levels, with a request that all states inside handle alike and one that nothing
/// handles.
var door: MachineModel<String> {
    table(
        "door", requests: ["open", "close", "lock", "unlock", "remove", "knock"],
        [
            "Closed/Unlocked": ["Open", "", "Closed/Locked", "", "Gone", ""],
            "Open": ["Open", "Closed/Unlocked", "", "", "Gone", ""],
            "Closed/Locked": ["", "", "", "Closed/Unlocked", "Gone", ""],
            "Gone": ["", "", "", "", "", ""],
        ])
}

/// A system as an argument of a test, which a model itself cannot be: it stays in one isolation domain.
struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let model: @Sendable () -> MachineModel<String>

    init(_ description: String, _ model: @escaping @Sendable () -> MachineModel<String>) {
        testDescription = description
        self.model = model
    }
}
