import StatePattern

/// The fate of a state that an older version of a machine has saved, when a later version restores it.
public struct RestoredState: Hashable, Sendable, CustomStringConvertible {
    /// A request that the later version answers otherwise.
    struct Difference: Hashable, Sendable {
        let request: String
        /// The response of the older version, such as `transitioned, Locked [beep]`.
        let old: String
        /// That of the later version; `nil` if it has no such request.
        let new: String?
    }

    /// The name of the state in the older version.
    let old: String
    /// The state in which the later version continues; `nil` if the state is gone.
    let new: String?
    /// The other states that requests lead to now where they led to this one: it is split.
    fileprivate(set) var others: [String] = []
    /// The requests in this state that the later version answers otherwise, apart from new names.
    fileprivate(set) var differences: [Difference] = []

    /// True if nothing has changed.
    public var isSame: Bool { old == new && others.isEmpty && differences.isEmpty }

    /// A line for the state, and two for each difference.
    public var description: String {
        let name = old.onOneLine
        guard let new else { return "\(name): gone" }
        var words: [String] = []
        if new != old {
            words.append(new.isState(old) ? "now in its substate \(new.onOneLine)" : "now \(new.onOneLine)")
        }
        if !others.isEmpty { words.append("split, also into \(others.map(\.onOneLine).joined(separator: ", "))") }
        if isSame { words = ["as before"] }
        let lines = differences.map { difference in
            let now = difference.new ?? "there is no such request"
            return
                "\n  \(difference.request.onOneLine), old: \(difference.old)\n  \(difference.request.onOneLine), new: \(now)"
        }
        return "\(name): \((words.isEmpty ? ["differs"] : words).joined(separator: ", "))" + lines.joined()
    }
}

extension SavedGraph {
    /// Restores each state of this older version in a later one, and compares what both do there.
    ///
    /// ```swift
    /// import StateExploration
    ///
    /// func lamp(_ state: String, _ next: [String: String]) -> MachineModel<String> {
    ///     MachineModel({ state }, requests: ["switch": { $0 = next[$0]!; return .transitioned }], state: { $0 })
    /// }
    ///
    /// let old = SavedGraph(try lamp("Off", ["Off": "On", "On": "Off"]).explore())
    /// let fates = old.restored { saved in lamp(saved == "Off" ? "Dark" : saved, ["Dark": "On", "On": "Dark"]) }
    /// print(fates)  // Prints "[Off: now Dark, On: as before]"
    /// ```
    ///
    /// - Parameter restore: Returns a model of the later version that starts as it is restored in a state; `nil` if that has no
    ///   such state.
    /// - Returns: The fate of each state, in the order of this graph.
    /// - Complexity: A machine is restored for each cell.
    public func restored<Request>(
        by restore: (_ state: String) throws -> MachineModel<Request>?
    ) rethrows -> [RestoredState] {
        let models = try states.map { try restore($0.name) }
        var fates = zip(states, models).map { state, model in
            RestoredState(old: state.name, new: model.map { "\($0.start().respond(nil).state)" })
        }
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.name, $0) })
        for (index, (state, model)) in zip(states, models).enumerated() {
            guard let model else { continue }
            let requests = Dictionary(model.requests.map { ("\($0)", $0) }) { first, _ in first }
            for cell in state.cells {
                let seen = requests[cell.request].map { model.response(to: $0, after: []) }
                let (reached, target) = (seen.map { "\($0.state)" }, numbers[cell.target]!)
                let isSame = seen?.outcome == cell.outcome && seen?.trace == cell.trace
                if isSame, let expected = fates[target].new, let reached {
                    if reached != expected && !fates[target].others.contains(reached) {
                        fates[target].others.append(reached)
                    }
                } else {
                    fates[index].differences.append(
                        .init(request: cell.request, old: cell.response, new: seen.map { "\($0)" }))
                }
            }
        }
        return fates
    }
}
