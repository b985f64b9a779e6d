extension StateDiagram {
    /// The diagram in DOT, the language of Graphviz, with superstates as clusters.
    ///
    /// A state that was not explored has a dashed border.
    ///
    /// - Parameter current: The text of the state to mark; `nil` to mark no state.
    /// - Returns: The text, which the program `dot` reads.
    public func dot(marking current: String? = nil) -> String {
        let current = nodes(of: current)
        var lines = [
            "digraph {",
            "    compound=true; nodesep=0.5; ranksep=0.8; fontname=\"sans-serif\"",
            "    node [shape=box, style=rounded, fontname=\"sans-serif\"]",
            "    edge [fontname=\"sans-serif\", fontsize=10]",
            "    start [shape=point]",
        ]

        func add(_ node: Node, _ indentation: String) {
            let text = ([node.text] + (actions[node.path] ?? [])).joined(separator: "\n")
            if node.substates.isEmpty {
                let border = node.isExplored ? "" : ", style=\"rounded,dashed\""
                let mark = current.contains(node.path) ? ", penwidth=3" : ""
                lines.append("\(indentation)\(identifier(node.path)) [label=\(label(text))\(border)\(mark)]")
                return
            }
            lines.append("\(indentation)subgraph \(identifier("cluster_" + node.path)) {")
            let title = node.isRegion && node.name.isEmpty ? "" : text
            lines.append("\(indentation)    label=\(label(title))\(node.isRegion ? "; style=dashed" : "")")
            if node.isRegion, let initial = initialNodes[node.path] {
                let start = identifier("start_" + node.path)
                lines.append("\(indentation)    \(start) [shape=point]")
                lines.append("\(indentation)    " + arrow(from: start, to: initial, []))
            }
            for substate in node.substates { add(substate, indentation + "    ") }
            lines.append("\(indentation)}")
        }

        for root in roots { add(root, "    ") }
        let begin = startEffects.isEmpty ? [] : ["label=\(label(StateDiagram.text(of: "", startEffects)))"]
        lines.append("    " + arrow(from: "start", to: initial, begin))
        for arrow in arrows {
            let label = "label=\(label(arrow.labels.map(\.text).joined(separator: "\n")))"
            let tail = firstLeaves[arrow.source]
            let attributes = [label] + (tail == nil ? [] : ["ltail=\(identifier("cluster_" + arrow.source))"])
            lines.append("    " + self.arrow(from: identifier(tail ?? arrow.source), to: arrow.target, attributes))
        }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// An arrow between leaves. If it leads to a superstate, it ends at the border of the cluster.
    private func arrow(from source: String, to target: String, _ attributes: [String]) -> String {
        let head = firstLeaves[target]
        let attributes = attributes + (head == nil ? [] : ["lhead=\(identifier("cluster_" + target))"])
        let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
        return "\(source) -> \(identifier(head ?? target))\(list)"
    }

    /// A text for a label. Graphviz reads both entities and escapes in labels.
    private func label(_ text: String) -> String { quoted(text, ampersand: "&amp;") }

    private func identifier(_ text: String) -> String { quoted(text, ampersand: "&") }

    private func quoted(_ text: String, ampersand: String) -> String {
        let result = text.escaped { character in
            switch character {
            case "\"": "\\\""
            case "&": ampersand
            case "\\": "\\\\"
            case _ where character.isLineBreak: "\\n"
            case _ where character.isUnreadable: "\u{fffd}"
            default: String(character)
            }
        }
        return "\"\(result)\""
    }
}
