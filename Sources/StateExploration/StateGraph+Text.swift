extension StateGraph {
    /// The graph as a Markdown table: a row for each state, a column for each request.
    ///
    /// A field has the state that the request leads to, or what became of a request that leads nowhere; it is empty
    /// where the request is refused.
    public func table() -> String {
        func row(_ fields: [String]) -> String {
            "| " + fields.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }

        var text = row(["state"] + requests.map { "\($0)" })
        text += row(Array(repeating: "---", count: requests.count + 1))
        for (state, cells) in cells.enumerated() {
            text += row(
                [states[state]]
                    + cells.map { cell in
                        if cell.isTransition(from: state) { return states[cell.target] }
                        return cell.isRefused ? "" : cell.outcome
                    })
        }
        return text
    }

    /// The graph as indented lines, for a terminal: each state with the requests that leave it.
    ///
    /// - Parameter current: A state to mark.
    /// - Returns: The lines.
    public func outline(marking current: String? = nil) -> String {
        let diagram = Diagram(self)
        let current = current.map(diagram.path(of:))
        var text = ""

        func add(_ node: Diagram.Node, _ indentation: String) {
            text += "\(node.path == current ? "▸" : " ") \(indentation)\(node.name)\n"
            for arrow in diagram.arrows where arrow.source == node.path {
                text += "  \(indentation)    \(arrow.labels.joined(separator: ", ")) → \(arrow.target)\n"
            }
            for substate in node.substates { add(substate, indentation + "  ") }
        }

        for root in diagram.roots { add(root, "") }
        return text
    }
}
