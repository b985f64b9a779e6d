/// Pieces of Swift code in lines of at most 77 columns.
enum SourceText {
    static let columns = 77

    /// A declaration with the statements of its body, on one line if it fits.
    static func declaration(_ head: String, _ body: [String], at indentation: Int) -> [String] {
        let line = body.isEmpty ? "\(head) {}" : "\(head) { \(body[0]) }"
        if body.count < 2, indentation + line.count <= columns { return [line] }
        return brokenHead(head + " {", at: indentation) + body.map { "    " + $0 } + ["}"]
    }

    /// A declaration's head, with a line break before its parameters if it does not fit on one line.
    private static func brokenHead(_ head: String, at indentation: Int) -> [String] {
        guard indentation + head.count > columns, let open = head.firstIndex(of: "("),
            let close = head.lastIndex(of: ")"),
            open < close, head[head.index(after: open)] != ")"
        else { return [head] }
        return [String(head[...open]), "    " + head[head.index(after: open)..<close], String(head[close...])]
    }

    /// The operands of a condition, split at `&&` and `||` outside of parentheses, each with its operator in front.
    static func operands(of condition: String) -> [String] {
        var (parts, depth) = ([""], 0)
        for word in condition.split(separator: " ") {
            if depth == 0, ["||", "&&"].contains(word) { parts.append("") }
            depth += word.count { $0 == "(" } - word.count { $0 == ")" }
            parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
        }
        let isGroup = parts.count == 1 && condition.first == "(" && condition.contains("||")
        return isGroup ? operands(of: String(condition.dropFirst().dropLast())) : parts
    }

    /// A comment, broken between words into lines that fit.
    static func comment(_ text: String, _ mark: String = "///", at indentation: Int) -> [String] {
        let room = columns - indentation - mark.count - 1
        var lines = [""]
        for word in text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }) {
            var rest = word.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
                .reduce(into: "") { $0.unicodeScalars.append($1) }[...]
            repeat {
                if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + rest.count > room {
                    lines.append("")
                }
                let part = rest.prefix(room)
                lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + part
                rest = rest.dropFirst(part.count)
            } while !rest.isEmpty
        }
        return lines.map { $0.isEmpty ? mark : "\(mark) \($0)" }
    }

    /// A string literal on one line or, if it does not fit, on several lines.
    static func literal(_ text: String, at indentation: Int) -> [String] {
        let line = text.debugDescription
        guard indentation + line.count > columns else { return [line] }
        let room = max(20, columns - indentation - 2)
        var lines = [""]
        for character in text {
            let written = String(character).debugDescription.dropFirst().dropLast()
            if lines[lines.count - 1].count + written.count > room { lines.append("") }
            lines[lines.count - 1] += written
        }
        return [#"""""#] + lines.dropLast().map { $0 + "\\" } + [lines[lines.count - 1], #"""""#]
    }
}

/// A call, whose arguments are calls or names in turn. Without arguments, it is a name; with `[` as its head, a list.
struct Call {
    let head: String
    var arguments: [(label: String, value: Call)]?

    init(_ head: String, _ arguments: [(label: String, value: Call)]? = nil) {
        (self.head, self.arguments) = (head, arguments)
    }

    private var isList: Bool { head == "[" }

    var text: String {
        guard let arguments else { return head }
        let list = arguments.map { ($0.isEmpty ? "" : "\($0): ") + $1.text }.joined(separator: ", ")
        return isList ? "[\(list)]" : "\(head)(\(list))"
    }

    /// The lines of the call. If it does not fit on one line, each argument gets a line.
    func lines(at indentation: Int, before: String = "", after: String = "") -> [String] {
        let line = before + text + after
        guard indentation + line.count > SourceText.columns, let arguments, !arguments.isEmpty else { return [line] }
        if isList {
            let inner = arguments.flatMap { $1.lines(at: indentation + 4, after: ",") }
            return ["\(before)["] + inner.map { "    " + $0 } + ["]\(after)"]
        }
        let inner = arguments.enumerated().flatMap { index, argument in
            argument.value.lines(
                at: indentation + 4, before: argument.label.isEmpty ? "" : "\(argument.label): ",
                after: index == arguments.count - 1 ? ")" + after : ",")
        }
        return ["\(before)\(head)("] + inner.map { "    " + $0 }
    }
}

extension SourceText {
    static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "    " + $0 } }

    /// Joins declarations. A blank line separates two declarations if one of them has several lines. An empty
    /// declaration stands for a blank line.
    static func joined(_ parts: [[String]]) -> [String] {
        var lines: [String] = []
        var previous: [String] = []
        for part in parts {
            if !lines.isEmpty, part.count != 1 || previous.count != 1, lines.last?.isEmpty == false { lines.append("") }
            lines += part
            previous = part
        }
        return lines
    }
}

extension Call {
    /// Replaces each argument or call without arguments that has a name by another name.
    mutating func replace(_ name: String, by other: String) {
        self = Call(
            head == name && arguments == nil ? other : head,
            arguments?.map { label, value in
                var value = value
                value.replace(name, by: other)
                return (label, value)
            })
    }
}
