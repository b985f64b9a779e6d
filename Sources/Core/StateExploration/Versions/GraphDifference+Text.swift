extension GraphDifference: CustomStringConvertible {
    /// A line for each change, and two further lines for a changed response.
    public var description: String {
        if isEmpty { return agreement }
        return changes.map { change in
            let path = change.pathText.map { $0.isEmpty ? "" : ", \($0)" } ?? ""
            let head = "\(change.kind): \(change.subject.text)\(path)"
            if let old = change.old, let new = change.new { return "\(head)\n  old: \(old)\n  new: \(new)" }
            guard case .cell = change.subject, let response = change.old ?? change.new else { return head }
            return "\(head): \(response)"
        }.joined(separator: "\n")
    }

    /// The changes as a Markdown table, for a review. Characters in names that are markup are escaped.
    public func markdown() -> String {
        if isEmpty { return agreement + "\n" }
        let rows = changes.map { change in
            [change.kind, change.subject.text, change.pathText ?? "", change.old ?? "", change.new ?? ""]
                .map(\.escapedForMarkdown)
        }
        let head = [["change", "where", "when", "old", "new"], Array(repeating: "---", count: 5)]
        return (head + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    private var agreement: String {
        let cells = new.states.reduce(0) { $0 + $1.cells.count }
        return "no difference in \(new.states.count) states and \(cells) cells"
    }
}

extension GraphDifference.Change {
    fileprivate var kind: String { old == nil ? "new" : new == nil ? "gone" : "changed" }

    /// The requests that lead to the changed state, on one line; `nil` if the change is not about a state.
    fileprivate var pathText: String? {
        switch subject {
        case .start, .request: nil
        case .state, .cell:
            path.map { "after " + ($0.isEmpty ? "the start" : $0.map(\.onOneLine).joined(separator: ", ")) }
                ?? "not reachable"
        }
    }
}

extension GraphDifference.Subject {
    fileprivate var text: String {
        switch self {
        case .start: "the start"
        case .request(let request): "request \(request.onOneLine)"
        case .state(let state): "state \(state.onOneLine)"
        case .cell(let state, let request): "\(request.onOneLine) in \(state.onOneLine)"
        }
    }
}
