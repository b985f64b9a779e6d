extension StateGraph {
    /// The graph in DOT, the language of Graphviz, with superstates as clusters.
    ///
    /// - Parameter current: A state to mark.
    /// - Returns: The text, to be read by `dot`.
    public func dot(marking current: String? = nil) -> String {
        let diagram = Diagram(self)
        let current = current.map(diagram.path(of:))
        var lines = [
            "digraph {",
            "    compound=true; nodesep=0.5; ranksep=0.8; fontname=\"sans-serif\"",
            "    node [shape=box, style=rounded, fontname=\"sans-serif\"]",
            "    edge [fontname=\"sans-serif\", fontsize=10]",
            "    start [shape=point]",
        ]

        func add(_ node: Diagram.Node, _ indentation: String) {
            if node.substates.isEmpty {
                let mark = node.path == current ? ", penwidth=3" : ""
                lines.append("\(indentation)\(quoted(node.path)) [label=\(quoted(node.name))\(mark)]")
                return
            }
            lines.append("\(indentation)subgraph \(quoted("cluster_" + node.path)) {")
            lines.append("\(indentation)    label=\(quoted(node.name))")
            for substate in node.substates { add(substate, indentation + "    ") }
            lines.append("\(indentation)}")
        }

        for root in diagram.roots { add(root, "    ") }
        lines.append("    start -> \(quoted(diagram.path(of: states[0])))")
        for arrow in diagram.arrows {
            let label = "label=\(quoted(arrow.labels.joined(separator: "\n")))"
            if !diagram.isSuperstate(arrow.source) {
                lines.append("    \(quoted(arrow.source)) -> \(quoted(arrow.target)) [\(label)]")
            } else {
                // An arrow starts at a node; one of a superstate is cut off at the border of its cluster.
                let inside =
                    states.lazy.map(diagram.path(of:)).first { $0.hasPrefix(arrow.source + "/") } ?? arrow.source
                let tail = "ltail=\(quoted("cluster_" + arrow.source))"
                lines.append("    \(quoted(inside)) -> \(quoted(arrow.target)) [\(label), \(tail)]")
            }
        }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }

    private func quoted(_ text: some StringProtocol) -> String {
        var result = "\""
        for character in text {
            switch character {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
        return result + "\""
    }
}
