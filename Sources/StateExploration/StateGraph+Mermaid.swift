extension StateGraph {
    /// The graph as a Mermaid state diagram, with superstates around their substates.
    ///
    /// - Parameter current: A state to mark.
    /// - Returns: The text, without a code fence.
    public func mermaid(marking current: String? = nil) -> String {
        let diagram = Diagram(self)
        let names = MermaidNames(diagram)
        var lines = ["stateDiagram-v2"]

        func add(_ node: Diagram.Node, _ indentation: String) {
            let id = names[node.path]
            let declaration = id == node.name ? id : "state \"\(MermaidNames.escaped(node.name))\" as \(id)"
            if node.substates.isEmpty {
                lines.append("\(indentation)\(declaration)")
            } else {
                lines.append("\(indentation)\(id == node.name ? "state " : "")\(declaration) {")
                for substate in node.substates { add(substate, indentation + "    ") }
                lines.append("\(indentation)}")
            }
        }

        for root in diagram.roots { add(root, "    ") }
        lines.append("    [*] --> \(names[diagram.path(of: states[0])])")
        for arrow in diagram.arrows {
            let label = MermaidNames.escaped(arrow.labels.joined(separator: ", "))
            lines.append("    \(names[arrow.source]) --> \(names[arrow.target]) : \(label)")
        }
        if let current = current.map(diagram.path(of:)), names[current] != "" {
            lines.append("    classDef current stroke-width:4px,font-weight:bold")
            lines.append("    class \(names[current]) current")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// An identifier for each path: letters, digits and underscores, each of them once.
private struct MermaidNames {
    private var names: [String: String] = [:]

    init(_ diagram: Diagram) {
        // Words of the language, which does not tell capitals from small letters.
        var taken: Set = [
            "accdescr", "acctitle", "as", "class", "classdef", "click", "default", "direction", "end", "hide", "note",
            "scale", "state", "style",
        ]
        func add(_ node: Diagram.Node) {
            let letters = node.path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            let base = letters.isEmpty ? "_" : String(letters)
            var name = base
            var number = 2
            while !taken.insert(name.lowercased()).inserted {
                name = "\(base)_\(number)"
                number += 1
            }
            names[node.path] = name
            node.substates.forEach(add)
        }
        diagram.roots.forEach(add)
    }

    subscript(path: String) -> String { names[path] ?? "" }

    /// A text without the characters that mean something to Mermaid.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            switch character {
            case "#": result += "#35;"
            case ";": result += "#59;"
            case "\"": result += "#quot;"
            case ":": result += "#colon;"
            case "\n", "\r": result += " "
            default: result.append(character)
            }
        }
        return result.isEmpty ? " " : result  // The language has no empty text.
    }
}
