/// Pieces of Swift code, one line for each statement. A formatter breaks lines that are too long.
enum SourceText {
    static func block(_ head: String, _ body: [String]) -> [String] {
        body.isEmpty ? ["\(head) {}"] : ["\(head) {"] + indented(body) + ["}"]
    }

    static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "    " + $0 } }

    static func comment(_ text: String, _ mark: String = "///") -> String {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }).map { word in
            String(
                String.UnicodeScalarView(
                    word.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }))
        }
        return ([mark] + words.filter { !$0.isEmpty }).joined(separator: " ")
    }

    static func call(_ name: String, _ arguments: [String]) -> String {
        "\(name)(\(arguments.joined(separator: ", ")))"
    }

    /// Joins declarations. A blank line separates two declarations if one of them has several lines. An empty
    /// declaration stands for a blank line.
    static func joined(_ parts: [[String]]) -> [String] {
        var (lines, previous): ([String], [String]) = ([], [])
        for part in parts {
            if !lines.isEmpty, part.count != 1 || previous.count != 1, lines.last?.isEmpty == false { lines.append("") }
            lines += part
            previous = part
        }
        return lines
    }
}
