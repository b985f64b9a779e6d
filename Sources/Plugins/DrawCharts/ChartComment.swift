import Foundation

extension String {
    /// The source text with the chart of each machine in the documentation comment above it. Other text stays as it is.
    func withCharts(_ charts: [(machine: Machine, mermaid: String)]) -> String {
        let newline = contains("\r\n") ? "\r\n" : "\n"
        var lines = components(separatedBy: newline)
        func trimmed(_ line: Int) -> Substring { lines[line].drop { $0 == " " || $0 == "\t" } }
        // From the end, so that lines above keep their numbers.
        for (machine, mermaid) in charts.sorted(by: { $0.machine.line > $1.machine.line }) {
            let mark = "/// %% Drawn by “swift package draw”."
            let chart = mermaid.components(separatedBy: "\n").filter { !$0.isEmpty }.map { "/// " + $0 }
            let indent = String(lines[machine.line].prefix { $0 == " " || $0 == "\t" })
            let block = (["/// ```mermaid", mark] + chart + ["/// ```"]).map { indent + $0 }
            if let comment = machine.comment, let marked = comment.first(where: { trimmed($0) == mark }),
                let end = (marked...comment.upperBound).first(where: { trimmed($0) == "/// ```" })
            {
                lines.replaceSubrange((marked - 1)...end, with: block)
            } else if let comment = machine.comment {
                lines.insert(contentsOf: [indent + "///"] + block, at: comment.upperBound + 1)
            } else {
                var top = machine.line
                while top > 0, trimmed(top - 1).hasPrefix("@") { top -= 1 }
                lines.insert(contentsOf: block, at: top)
            }
        }
        return lines.joined(separator: newline)
    }
}
