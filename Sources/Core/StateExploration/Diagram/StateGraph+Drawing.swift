import StatePattern

extension StateGraph {
    /// The graph as a diagram with every state.
    ///
    /// An arrow has the label `request / effects`, with the effects from the model's trace. If all arrows into a state
    /// end with the same effects, these are drawn as its entry. If all arrows out of it begin with the same effects,
    /// these are drawn as its exit. If only one request leads into or out of a state, its effects stay at the arrow.
    /// Handlers may write into the trace as well; then equal effects of two handlers look like an exit. When a state
    /// with regions is left, the exit effects of its regions are drawn at the regions' states.
    ///
    /// - Parameters:
    ///   - showsEffects: False for a diagram without effects.
    ///   - showsAllRequests: True for a diagram that also shows requests that a state handles without a change, defers
    ///     or refuses. Deferred and refused requests are shown with their outcome: `pause / refused`.
    /// - Returns: The diagram.
    public func diagram(showsEffects: Bool = true, showsAllRequests: Bool = false) -> StateDiagram {
        StateDiagram(self, showsEffects: showsEffects, showsAllRequests: showsAllRequests) { places[$0] }
    }

    /// The graph as a diagram with one state for each path.
    ///
    /// Use it as a picture if data multiplies the states. If a request leads from one state to several states, each
    /// arrow has the data that decides as its condition, such as `failed [2 failures]`: only the parts between commas
    /// that matter. A request that changes only data is not drawn, unless it leaves the state and enters it again.
    ///
    /// - Parameters:
    ///   - showsEffects: False for a diagram without effects.
    ///   - showsAllRequests: As in ``diagram(showsEffects:showsAllRequests:)``.
    /// - Returns: The diagram.
    public func merged(showsEffects: Bool = true, showsAllRequests: Bool = false) -> StateDiagram {
        StateDiagram(self, showsEffects: showsEffects, showsAllRequests: showsAllRequests) { places[$0].withoutDetails }
    }

    /// The graph as a diagram that merges states with the same text.
    ///
    /// - Parameter name: Returns the new text for a state: names separated by slashes, and data after a comma and a
    ///   space.
    /// - Returns: The diagram, as ``merged(showsEffects:showsAllRequests:)`` draws it.
    public func merged(by name: (_ state: String) -> String) -> StateDiagram {
        StateDiagram(self, showsEffects: true) { StateLabel(name(states[$0])) }
    }

    /// The graph as a Mermaid state diagram with every state: see ``StateDiagram/mermaid(marking:)``.
    public func mermaid(marking current: String? = nil) -> String { diagram().mermaid(marking: current) }

    /// The graph as indented lines for a terminal, with every state: see ``StateDiagram/outline(marking:)``.
    public var description: String { diagram().description }

    /// The graph as a Markdown table: a row for each state, a column for each request.
    ///
    /// A field contains the state to which the request leads, or the outcome if the state stays. It is empty if the
    /// request is unhandled, and has a question mark if the state was not explored. The trace of the request follows
    /// after a slash. A state with regions has one row for the requests that lead out of it, and one row for each state
    /// of a region. Below the name of a region's state, the row has the state's exit effects.
    ///
    /// - Parameter showsEffects: False for a table without traces.
    /// - Returns: The text.
    public func table(showsEffects: Bool = true) -> String {
        func row(_ fields: [String]) -> String { "| " + fields.joined(separator: " | ") + " |\n" }

        let names = states.map(\.escapedForMarkdown)
        var text = row(["state"] + requests.map { "\($0)".escapedForMarkdown })
        text += row(Array(repeating: "---", count: requests.count + 1))
        if places.contains(where: { !$0.regions.isEmpty }) {
            return text + regionFields(showsEffects: showsEffects).map(row).joined()
        }
        for (state, name) in names.enumerated() {
            let fields = requests.indices.map { request in
                guard isExplored[state] else { return "?" }
                let cell = cells[state][request]
                let trace = showsEffects ? cell.trace.map(\.escapedForMarkdown) : []
                if cell.isTransition(from: state) { return StateDiagram.text(of: names[cell.target], trace) }
                if cell.outcome == .unhandled { return "" }
                return StateDiagram.text(of: cell.outcome.map { "\($0)" } ?? "not made", trace)
            }
            text += row([name] + fields)
        }
        return text
    }

    /// The fields of a table for a graph with regions, with a row for each state of a region.
    private func regionFields(showsEffects: Bool) -> [[String]] {
        let (projection, diagram) = (Projection(places), diagram(showsEffects: false))
        var steps = steps(withRefusals: false)
        for index in steps.indices where !showsEffects { steps[index].effects = [] }
        let exits = projection.takeExits(from: &steps)
        let moves = projection.movesByNode(steps)
        let paths = projection.nodes.map(StateDiagram.path)
        func text(_ path: String) -> String { (diagram.texts[path] ?? "").escapedForMarkdown }
        func rows(_ node: StateDiagram.Node) -> [[String]] {
            let exit =
                exits[node.path].map { "<br>" + StateDiagram.text(of: "exit", $0.map(\.escapedForMarkdown)) } ?? ""
            let index = paths.firstIndex(of: node.path)
            let fields = requests.map { request in
                guard node.isExplored else { return "?" }
                let moves = index.map { moves[$0].filter { $0.request == "\(request)" } } ?? []
                return moves.map { move in
                    let label = StateDiagram.Label(
                        request: move.isInternal ? "handled" : text(paths[move.target]),
                        condition: projection.text(of: move.condition).escapedForMarkdown,
                        regions: projection.text(of: move.begun).escapedForMarkdown,
                        effects: move.effects.map(\.escapedForMarkdown))
                    return label.text
                }.joined(separator: "<br>")
            }
            let row = [text(node.path) + exit] + fields
            return (index == nil && exit.isEmpty ? [] : [row]) + node.substates.flatMap(rows)
        }
        return diagram.roots.flatMap(rows)
    }
}

extension String {
    /// The text for a field of a Markdown table, with escapes.
    var escapedForMarkdown: String {
        escaped { character in
            switch character {
            case "\\", "|", "<", ">", "&", "`", "*", "_", "[", "]", "~": "\\\(character)"
            case _ where character.isLineBreak: "<br>"
            case _ where character.isUnreadable: "\u{fffd}"
            default: String(character)
            }
        }
    }
}
