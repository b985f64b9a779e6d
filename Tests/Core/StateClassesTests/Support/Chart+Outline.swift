@testable import StateClasses

extension Chart {
    /// The chart as text: a line for each node, transition and gap.
    ///
    /// `Playing "plays" → Fast` is a state with a text and the state that it begins in.
    var outline: String {
        let start = initial.isEmpty ? [] : ["→ \(initial.joined(separator: " "))"]
        let gaps = documentGaps.map { "! \($0.line): \($0.description)" }
        return (start + roots.flatMap(\.lines) + gaps).joined(separator: "\n")
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
        return ["\(word)\(identifier)\(text)\(start)"] + inner + substates.flatMap(\.lines).map { "  \($0)" }
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

extension Chart {
    /// The targets of each event in each innermost state, by the texts of the states, without conditions and effects.
    var arrows: Set<String> {
        var paths: [String: String] = [:]
        func name(_ node: Node, _ outer: String) {
            paths[node.identifier] = "\(outer)/\(node.name)"
            for substate in node.substates { name(substate, "\(outer)/\(node.name)") }
        }
        for root in roots { name(root, "") }
        var arrows: Set<String> = []
        func add(_ node: Node, _ outer: [Node]) {
            for substate in node.substates { add(substate, [node] + outer) }
            if node.substates.isEmpty {
                var taken: Set<String> = []
                for source in [node] + outer {
                    let new = source.transitions.filter { !$0.targets.isEmpty && !taken.contains($0.event ?? "") }
                    for transition in new {
                        let targets = transition.targets.map { paths[$0] ?? "?" }.joined(separator: " ")
                        arrows.insert("\(paths[node.identifier] ?? "") \(transition.event ?? "") → \(targets)")
                    }
                    taken.formUnion(new.filter { $0.condition == nil }.map { $0.event ?? "" })
                }
            }
        }
        for root in roots { add(root, []) }
        return arrows
    }
}
