extension StateDiagram {
    /// The diagram as a Mermaid state diagram, with superstates around their substates.
    ///
    /// A state that was not explored has a dashed border.
    ///
    /// - Parameter current: The text of the state to mark; `nil` to mark no state.
    /// - Returns: The text, without a code fence.
    public func mermaid(marking current: String? = nil) -> String {
        let identifiers = MermaidIdentifiers(self)
        var lines = ["stateDiagram-v2"]
        var unexplored: [String] = []

        func add(_ node: Node, _ indentation: String) {
            let id = identifiers[node.path]
            let name = ([node.text] + (actions[node.path] ?? [])).joined(separator: "\n").escapedForMermaid
            let declaration = id == name ? id : "state \"\(name)\" as \(id)"
            if node.substates.isEmpty {
                lines.append("\(indentation)\(declaration)")
                if !node.isExplored { unexplored.append(id) }
            } else {
                lines.append("\(indentation)\(id == name ? "state " : "")\(declaration) {")
                if node.isRegion, let initial = initialNodes[node.path] {
                    lines.append("\(indentation)    [*] --> \(identifiers[initial])")
                }
                for (index, substate) in node.substates.enumerated() {
                    if substate.isRegion && index > 0 { lines.append("\(indentation)    --") }
                    add(substate, indentation + "    ")
                }
                lines.append("\(indentation)}")
            }
        }

        for root in roots { add(root, "    ") }
        let begin =
            startEffects.isEmpty ? "" : " : \(StateDiagram.text(of: "", startEffects).escapedForMermaid)"
        lines.append("    [*] --> \(identifiers[initial])\(begin)")
        for arrow in arrows {
            let label = arrow.labels.lines.joined(separator: ",\n").escapedForMermaid
            lines.append("    \(identifiers[arrow.source]) --> \(identifiers[arrow.target]) : \(label)")
        }
        if !unexplored.isEmpty {
            lines.append("    classDef unexplored stroke-dasharray:4")
            lines += unexplored.map { "    class \($0) unexplored" }
        }
        let current = nodes(of: current)
        if !current.isEmpty { lines.append("    classDef current stroke-width:4px,font-weight:bold") }
        lines += current.map { "    class \(identifiers[$0]) current" }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// A unique identifier for each path, which consists of letters, digits and underscores.
private struct MermaidIdentifiers {
    private let identifiers: [String: String]

    init(_ diagram: StateDiagram) {
        let paths = diagram.roots.flatMap(\.paths)
        // Mermaid's keywords, in small letters, because Mermaid ignores case.
        let identifiers = paths.map { $0.replacing("/~2", with: "/") }.identifiers(otherThan: [
            "accdescr", "acctitle", "as", "class", "classdef", "click", "default", "direction", "end", "hide", "note",
            "scale", "state", "style",
        ])
        self.identifiers = Dictionary(zip(paths, identifiers)) { first, _ in first }
    }

    subscript(path: String) -> String { identifiers[path] ?? "" }
}

extension String {
    /// The text for Mermaid, with entities for characters that have a meaning in Mermaid, Markdown or HTML.
    var escapedForMermaid: String {
        var result = escaped { character in
            switch character {
            case "\"": "#quot;"
            case ":": "#colon;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "&": "#amp;"
            case "#": "#35;"
            case "%": "#37;"
            case "*": "#42;"
            case ";": "#59;"
            case "[": "#91;"
            case "\\": "#92;"
            case "]": "#93;"
            case "_": "#95;"
            case "`": "#96;"
            case "~": "#126;"
            case _ where character.isLineBreak: "<br/>"
            case _ where character.isUnreadable: "\u{fffd}"
            default: String(character)
            }
        }
        if result.isListItem, let first = result.unicodeScalars.first {
            result = "#\(first.value);" + result.dropFirst()
        }
        return result.isEmpty ? " " : result  // Mermaid has no empty text.
    }

    /// True if Mermaid would read the text as an item of a list, such as `1. a` or `- a`.
    private var isListItem: Bool {
        let number = unicodeScalars.prefix { ("0"..."9").contains($0) }
        var rest = unicodeScalars[number.endIndex...]
        guard let mark = rest.popFirst(), let space = rest.first, space.properties.isWhitespace else { return false }
        return number.isEmpty ? mark == "-" || mark == "+" : mark == "." || mark == ")"
    }
}
