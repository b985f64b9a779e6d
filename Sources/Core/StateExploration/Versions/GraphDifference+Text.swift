extension GraphDifference: CustomStringConvertible {
    /// A line for each change, and two further lines for a changed response.
    ///
    /// Changed responses come before new states. A change that many states have in common is one change: the text shows
    /// the state with the shortest way there, and the number of the others.
    public var description: String {
        if isEmpty { return agreement }
        return rows.map { row in
            let head = "\(row.kind): \(row.place)\(row.time.isEmpty ? "" : ", \(row.time)")"
            if row.kind == "changed" { return "\(head)\n  old: \(row.old)\n  new: \(row.new)" }
            return row.old + row.new == "" ? head : "\(head): \(row.old)\(row.new)"
        }.joined(separator: "\n")
    }

    /// The changes as a Markdown table with the rows of ``description``, for a review. Characters in names that are
    /// markup are escaped.
    public func markdown() -> String {
        if isEmpty { return agreement + "\n" }
        let rows = rows.map { [$0.kind, $0.place, $0.time, $0.old, $0.new].map(\.escapedForMarkdown) }
        let head = [["change", "where", "when", "old", "new"], Array(repeating: "---", count: 5)]
        return (head + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    private var agreement: String {
        let cells = new.states.reduce(0) { $0 + $1.cells.count }
        return "no difference in \(new.states.count) states and \(cells) cells"
    }

    /// The rows of the texts: first those of the start, of requests and of states that both versions have.
    private var rows: [(kind: String, place: String, time: String, old: String, new: String)] {
        struct Key: Hashable { let kind: String, isKept: Bool, shape: [String?] }
        let kept = Set(new.states.map(\.name)).intersection(old.states.map(\.name))
        var (keys, groups) = ([Key](), [Key: [Change]]())
        for change in changes {
            guard let shape = change.shape else { continue }
            let key = Key(kind: change.kind, isKept: change.state.map(kept.contains) ?? true, shape: shape)
            if groups[key] == nil { keys.append(key) }
            groups[key, default: []].append(change)
        }
        let sorted =
            keys.filter(\.isKept) + ["new", "gone"].flatMap { kind in keys.filter { !$0.isKept && $0.kind == kind } }
        return sorted.map { key in
            let (changes, first) = (groups[key]!, groups[key]![0])
            let isOfStates = first.subject == .state(first.state ?? "")
            let response = isOfStates && key.kind != "changed" ? (nil, nil) : (first.old, first.new)
            return (
                key.kind, GraphDifference.place(of: changes), first.time(isFirst: isOfStates && changes.count > 1),
                response.0 ?? "", response.1 ?? ""
            )
        }
    }

    /// The place of the first of some changes with the same shape, and the number of the others.
    private static func place(of changes: [Change]) -> String {
        let (first, others) = (changes[0], changes.count - 1)
        switch first.subject {
        case .start: return "the start"
        case .request(let request): return "request \(request.onOneLine)"
        case .cell(let state, let request):
            let more = others == 0 ? "" : " (and \(others) other state\(others == 1 ? "" : "s"))"
            return "\(request.onOneLine) in \(state.onOneLine)\(more)"
        case .state(let state):
            if others == 0 { return "state \(state.onOneLine)" }
            let counts = Dictionary(grouping: changes) { StateLabel($0.state ?? "").path.onOneLine }.mapValues(\.count)
            let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            return "\(changes.count) states (\(list))"
        }
    }
}

extension GraphDifference.Change {
    fileprivate var kind: String { old == nil ? "new" : new == nil ? "gone" : "changed" }

    /// The name of the state; `nil` if the change is not about a state.
    var state: String? {
        switch subject {
        case .start, .request: nil
        case .state(let state), .cell(let state, _): state
        }
    }

    /// The requests that lead to the changed state, on one line; empty if the change is not about a state.
    fileprivate func time(isFirst: Bool) -> String {
        guard state != nil else { return "" }
        guard let path else { return "not reachable" }
        return (isFirst ? "the first " : "") + "after "
            + (path.isEmpty ? "the start" : path.map(\.onOneLine).joined(separator: ", "))
    }
}
