import Foundation

extension String {
    /// The source text with a chart at the end of the documentation comment above a machine. Other text stays as it is.
    func withChart(_ mermaid: String, of machine: JSON) -> String {
        let newline = contains("\r\n") ? "\r\n" : "\n"
        var lines = components(separatedBy: newline)
        func text(_ line: Int) -> String { lines[line].trimmingCharacters(in: .whitespaces) }
        let mark = "%% Drawn by “swift package draw”."
        let chart = ["```mermaid", mark] + mermaid.split(separator: "\n").map(String.init) + ["```"]
        let indent = String(lines[machine.line].prefix { $0 == " " || $0 == "\t" })
        let block = chart.map { "\(indent)/// \($0)" }
        var top = machine.line
        while top > 0, text(top - 1).hasPrefix("@") { top -= 1 }
        let comment = machine.comment ?? top..<top
        if let marked = comment.first(where: { text($0) == "/// \(mark)" }),
            let end = comment.first(where: { $0 > marked && text($0) == "/// ```" })
        {
            lines.replaceSubrange(marked - 1...end, with: block)
        } else {
            let isApart = comment.isEmpty || text(comment.upperBound - 1) == "///"
            lines.insert(contentsOf: (isApart ? [] : [indent + "///"]) + block, at: comment.upperBound)
        }
        return lines.joined(separator: newline)
    }
}
