import StatePattern

extension SavedGraph {
    /// The graph as SCXML: see ``StateGraph/scxml()``. Also returns the states that the text lacks, because no request
    /// leads to them.
    package func scxml() -> (text: String, unreachable: [String]) {
        let labels = Dictionary(uniqueKeysWithValues: states.map { ($0.name, SavedGraph.label(of: $0)) })
        let rows = Dictionary(uniqueKeysWithValues: states.map { (labels[$0.name]!, $0) })
        var graph = StateGraph(requests: requests, initial: labels[initial]!, startTrace: startTrace, hasHooks: false)
        var next = 0
        while next < graph.labels.count {
            let state = rows[graph.labels[next]]!
            for cell in state.cells {
                let response = MachineResponse(outcome: cell.outcome, state: labels[cell.target]!, trace: cell.trace)
                _ = graph.add(response, from: next)
            }
            if !state.isExplored { graph.leaveUnexplored(next) }
            next += 1
        }
        graph.nameStates()
        return (graph.scxml(), states.map(\.name).filter { graph.index(of: labels[$0]!) == nil })
    }

    /// Sentences with the facts that a chart lacks: requests that a state refuses, and requests that no state handles.
    package var unsaid: [String] {
        requests.enumerated().compactMap { index, request in
            let cells = states.compactMap { state in state.cell(index).map { (state.name, $0) } }
            if cells.allSatisfy({ $1.outcome == .unhandled || $1.outcome == nil }) {
                return "“\(request.onOneLine)” is handled in no state"
            }
            let refusals = cells.filter { $1.outcome == .refused }.map(\.0.onOneLine)
            return refusals.isEmpty
                ? nil
                : "“\(request.onOneLine)” is refused, which is unhandled here, in \(refusals.joined(separator: "; "))"
        }
    }

    /// An upper bound of how deep states are nested: the most slashes in the name of a state, its regions included.
    package var depth: Int { states.map { $0.name.utf8.count { $0 == UInt8(ascii: "/") } }.max() ?? 0 }

    private static func label(of state: State) -> StateLabel {
        // A very long name is not parsed, because that would take too long.
        guard let regions = state.regions, state.name.utf8.count < 2_000 else { return StateLabel(state.name) }
        return label(state.name, leaves: regions) ?? StateLabel(state.name)
    }

    /// The label of a state with regions: `On, 3 left, Lamp: Lit | Heater: (Hot, 2 left)`.
    ///
    /// `leaves` are the paths of the regions' states, which show where the regions begin in the text. `nil` if they do
    /// not fit the text.
    private static func label(_ text: String, leaves: [String]) -> StateLabel? {
        if leaves.isEmpty { return StateLabel(text) }
        for comma in text.ranges(of: ", ") {
            let label = StateLabel(String(text[..<comma.lowerBound]))
            let parts = split(text[comma.upperBound...])
            var regions: [RegionLabel] = []
            for part in parts { regions += region(part, of: label, leaves, behind: regions).map { [$0] } ?? [] }
            if regions.count == parts.count { return label.with(regions) }
        }
        return nil
    }

    /// Parses a region in a text. It belongs to the outermost state that can have a region with this name after
    /// `others`. `nil` if no state can have it.
    private static func region(
        _ text: Substring, of label: StateLabel, _ leaves: [String], behind others: [RegionLabel]
    ) -> RegionLabel? {
        for colon in text.ranges(of: ": ") {
            let (name, rest) = (String(text[..<colon.lowerBound]), text[colon.upperBound...])
            let state = rest.hasPrefix("(") && rest.hasSuffix(")") ? rest.dropFirst().dropLast() : rest
            let depths = (others.last?.depth ?? 0)..<label.names.count
            for depth in depths where !others.contains(where: { $0.depth == depth && $0.name == name }) {
                var owner = label.names[...depth].joined(separator: "/")
                if depth == label.names.count - 1, !label.details.isEmpty { owner += ", \(label.details)" }
                let inside = leaves.filter { $0.hasPrefix("\(owner)/\(name)/") }
                let inner = inside.map { String($0.dropFirst(owner.count + name.count + 2)) }
                // The state is also a superstate, so its leaf has a second node inside it.
                if inner.contains(where: { $0 == state || $0.hasPrefix("\(state)/") }) {
                    return RegionLabel(name, depth: depth, StateLabel(String(state)))
                }
                if !inner.isEmpty, let state = Self.label(String(state), leaves: inner) {
                    return RegionLabel(name, depth: depth, state)
                }
            }
        }
        return nil
    }

    /// The parts of the text, split at ` | ` outside of parentheses.
    private static func split(_ text: Substring) -> [Substring] {
        var (parts, depth, start) = ([Substring](), 0, text.startIndex)
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0, text[index...].hasPrefix(" | ") {
                parts.append(text[start..<index])
                start = text.index(index, offsetBy: 3)
            }
        }
        return parts + [text[start...]]
    }
}
