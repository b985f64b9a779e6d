extension RequestLog {
    /// A request in a form for display.
    package struct Row: Encodable {
        /// The number of the request; the log's first request has the number 1.
        package let number: Int
        /// The row of the request that led to this one. `nil` if the client made this request, or if the row is no
        /// longer kept.
        package let cause: Int?
        /// True if the cause was over when it led to this request, or if this is another try of a deferred request.
        package let isLater: Bool
        /// The number of requests that were being handled when this request was made.
        package let depth: Int
        package var machine: String
        package var text: String
        package let isRefused: Bool
    }

    /// The latest requests, in the order in which they began to be handled.
    package func rows(_ count: Int = .max) -> [Row] {
        let (entries, first) = latest(count)
        let indices = Dictionary(zip(entries.map(\.number), entries.indices)) { first, _ in first }
        var rows: [Row] = []
        for (index, entry) in entries.enumerated() {
            let cause = entry.cause.flatMap { indices[$0] }
            let isLater = cause != nil && entry.isLater
            rows.append(
                Row(
                    number: first + index + 1, cause: cause, isLater: isLater,
                    depth: cause.map { isLater ? 0 : rows[$0].depth + 1 } ?? 0, machine: entry.machine.onOneLine,
                    text: entry.answer.text, isRefused: entry.answer.outcome.isRefusal))
        }
        return rows
    }

    /// The requests as lines, each indented below the request that led to it: `2 player.stop: Playing → Stopped`.
    ///
    /// A request that was made after its cause was over has a remark: `(later, from 2)`.
    public var description: String {
        let rows = rows()
        let width = rows.last.map { "\($0.number)".count } ?? 0
        return rows.map { row in
            let number = String(repeating: " ", count: width - "\(row.number)".count) + "\(row.number)"
            let origin = row.isLater ? row.cause.map { " (later, from \(rows[$0].number))" } ?? "" : ""
            return
                "\(number)  \(String(repeating: "  ", count: row.depth))\(row.machine).\(row.text)\(origin)"
        }.joined(separator: "\n")
    }

    /// The requests as a Mermaid sequence diagram: a lifeline for each machine, and an arrow for each request.
    ///
    /// An open arrow is a request that was made after its cause was over. A cross is a refused or unhandled request.
    ///
    /// - Returns: The text, without a code fence.
    public func mermaid() -> String {
        let rows = rows()
        var machines: [String] = []
        for row in rows where !machines.contains(row.machine) { machines.append(row.machine) }
        func id(_ machine: String) -> String { "m\((machines.firstIndex(of: machine) ?? 0) + 1)" }
        var lines = ["sequenceDiagram"]
        if let first = rows.first { lines.append("    autonumber \(first.number)") }
        if rows.contains(where: { $0.cause == nil }) { lines.append("    actor client") }
        lines += machines.map { "    participant \(id($0)) as \($0.escapedForMermaid)" }
        for row in rows {
            let arrow = row.isLater ? row.isRefused ? "--x" : "-)" : row.isRefused ? "-x" : "->>"
            let asker = row.cause.map { id(rows[$0].machine) } ?? "client"
            lines.append("    \(asker)\(arrow)\(id(row.machine)): \(row.text.escapedForMermaid)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
