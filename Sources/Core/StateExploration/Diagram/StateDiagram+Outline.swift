extension StateDiagram: CustomStringConvertible {
    /// The diagram's ``outline(marking:)``, without the line break at its end.
    public var description: String { String(outline().dropLast()) }

    /// The diagram as indented lines, for a terminal: each state with the requests that leave it.
    ///
    /// A line break in a name is shown as `⏎`.
    ///
    /// - Parameter current: The text of the state to mark; `nil` to mark no state.
    /// - Returns: The lines.
    public func outline(marking current: String? = nil) -> String {
        let current = nodes(of: current)
        let leaving = Dictionary(grouping: arrows, by: \.source)
        var text = ""

        func add(_ node: Node, _ indentation: String) {
            let remark = node.isExplored ? "" : " (not explored)"
            let mark = current.contains(node.path) ? "▸" : " "
            let name = node.isRegion ? node.name.isEmpty ? "┆" : "┆ \(node.name.onOneLine)" : node.text.onOneLine
            text += "\(mark) \(indentation)\(name)\(remark)\n"
            for action in actions[node.path] ?? [] { text += "  \(indentation)    \(action.onOneLine)\n" }
            for arrow in leaving[node.path] ?? [] {
                let target = (texts[arrow.target] ?? "").onOneLine
                for line in arrow.labels.lines { text += "  \(indentation)    \(line.onOneLine) → \(target)\n" }
            }
            for substate in node.substates { add(substate, indentation + "  ") }
        }

        for root in roots { add(root, "") }
        return text
    }
}

extension [StateDiagram.Label] {
    /// The labels as lines: one line for all requests without effects, and one for each request with effects.
    var lines: [String] {
        let plain = filter(\.effects.isEmpty).map(\.head)
        return (plain.isEmpty ? [] : [plain.joined(separator: ", ")]) + filter { !$0.effects.isEmpty }.map(\.text)
    }
}
