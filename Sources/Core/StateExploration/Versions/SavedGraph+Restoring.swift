import StatePattern

/// The result of restoring a state of a machine's older version in a later version.
public struct RestoredState: Hashable, Sendable, CustomStringConvertible {
    /// The name of the state in the older version.
    let old: String
    /// The name of the state in which the later version continues; `nil` if it has no such state.
    let new: String?
    /// Other states to which requests now lead instead of the restored state. If there are any, the state has been
    /// split.
    fileprivate(set) var others: [String] = []
    /// The requests in this state that the later version answers differently, apart from new names, in two lines each.
    fileprivate(set) var differences: [String] = []

    /// False if the state was not explored in the older version, so that there is nothing to compare.
    let isExplored: Bool

    /// True if the state exists under its old name and the later version answers all its requests as before.
    public var isSame: Bool { isExplored && old == new && others.isEmpty && differences.isEmpty }

    /// A line for the state, and two lines for each difference.
    public var description: String {
        guard let new else { return "\(old.onOneLine): gone" }
        var words = isSame ? ["as before"] : []
        if new != old {
            words.append(new.isState(old) ? "now in its substate \(new.onOneLine)" : "now \(new.onOneLine)")
        }
        if !others.isEmpty { words.append("split, also into \(others.map(\.onOneLine).joined(separator: ", "))") }
        if !isExplored { words.append("not explored") }
        return "\(old.onOneLine): \((words.isEmpty ? ["differs"] : words).joined(separator: ", "))"
            + differences.joined()
    }
}

extension SavedGraph {
    /// Restores each state of this older version in a later version, and compares the versions' behavior.
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
    /// - Parameter restore: Returns a model of the later version that starts in the restored state; `nil` if that
    ///   version has no such state.
    /// - Returns: The result for each state, in the order of this graph.
    /// - Complexity: One restored machine for each cell.
    public func restored<Request>(
        by restore: (_ state: String) throws -> MachineModel<Request>?
    ) rethrows -> [RestoredState] {
        let models = try states.map { try restore($0.name) }
        let starts = models.map { $0?.start().respond(nil).state }
        let seen = zip(states, models).map { state, model -> [MachineResponse?] in
            guard let model else { return [] }
            let requests = Dictionary(uniqueKeysWithValues: zip(SavedGraph.names(of: model.requests), model.requests))
            return state.cells.map { cell in requests[cell.request].map { model.response(to: $0, after: []) } }
        }
        // Two classes with the same name get different names, as in a graph.
        var known: Set<StateLabel> = []
        let labels = (starts.compactMap { $0 } + seen.joined().compactMap { $0?.state }).filter {
            known.insert($0).inserted
        }
        let names = Dictionary(uniqueKeysWithValues: zip(labels, StateLabel.distinct(labels).map(\.description)))
        var fates = zip(states, starts).map { state, start in
            RestoredState(old: state.name, new: start.flatMap { names[$0] }, isExplored: state.isExplored)
        }
        let kept = Set(fates.compactMap(\.new))
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.name, $0) })
        for (index, (state, responses)) in zip(states, seen).enumerated() {
            for (cell, response) in zip(state.cells, responses) {
                let (reached, target) = (response.flatMap { names[$0.state] }, numbers[cell.target]!)
                let isSame = response?.outcome == cell.outcome && response?.trace == cell.trace
                // A different target counts as a part of the saved state that was split, unless another saved state is
                // restored as this target.
                if isSame, let reached, let expected = fates[target].new, reached == expected || !kept.contains(reached)
                {
                    if reached != expected && !fates[target].others.contains(reached) {
                        fates[target].others.append(reached)
                    }
                    continue
                }
                let now = response.map {
                    "\(MachineResponse(outcome: $0.outcome, state: StateLabel(reached ?? ""), trace: $0.trace))"
                }
                let request = "\n  \(cell.request.onOneLine)"
                fates[index].differences.append(
                    "\(request), old: \(cell.response)\(request), new: \(now ?? "there is no such request")")
            }
        }
        return fates
    }
}
