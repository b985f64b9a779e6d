@testable import StateClasses

extension Chart {
    /// The chart as text: a line for each node, transition and gap.
    ///
    /// `Playing "plays" → Fast` is a state with a text and the state that it begins in.
    var outline: String {
        let start = initial.isEmpty ? [] : ["→ \(initial.joined(separator: " "))"]
        let gaps = documentGaps.map { "! \($0.line): \($0.description)" }
        let lines = nodes.indices.flatMap { node in
            let depth = sequence(first: node) { nodes[$0].parent }.dropFirst().reduce(0) { count, _ in count + 1 }
            return nodes[node].lines.map { String(repeating: "  ", count: depth) + $0 }
        }
        return (start + lines + gaps).joined(separator: "\n")
    }
}

extension Chart.Node {
    fileprivate var lines: [String] {
        let word: String =
            switch kind {
            case .state: ""
            case .parallel: "parallel "
            case .final: "final "
            case .history(let isDeep): isDeep ? "deep history " : "history "
            }
        let text = name == identifier ? "" : " “\(name)”"
        let start = initial.isEmpty ? "" : " → \(initial.joined(separator: " "))\(initialEffects.text)"
        let hooks = [("entry", entry), ("exit", exit)].filter { !$1.isEmpty }.map { "  \($0)\($1.text)" }
        let inner = notes.map { "  note: \($0)" } + hooks + transitions.map { "  \($0.text)" }
        return ["\(word)\(identifier)\(text)\(start)"] + inner
    }
}

extension Chart.Transition {
    var text: String {
        let target = targets.isEmpty ? "" : "\(isInternal ? "⇢" : "→") \(targets.joined(separator: " "))"
        return [event ?? "", condition.map { "[\($0)]" } ?? "", target].filter { !$0.isEmpty }.joined(separator: " ")
            + effects.text
    }
}

extension [Chart.Effect] {
    fileprivate var text: String {
        isEmpty
            ? ""
            : " / "
                + map { effect in
                    switch effect {
                    case .log(let text): "log “\(text)”"
                    case .raise(let event): "raise \(event)"
                    case .other(let text): text
                    }
                }.joined(separator: ", ")
    }
}
