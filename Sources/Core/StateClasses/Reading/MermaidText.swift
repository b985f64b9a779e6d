/// The lines of a Mermaid document, and the texts in them.
extension MermaidReader {
    struct Statement {
        let line: Int
        let text: Substring
        /// The text after the colon; `nil` without a colon.
        var label: Substring?
        /// True if the statement opens the braces of a state.
        var opens = false
    }

    /// The statements after the diagram's first line, without comments.
    mutating func statements(in text: String) throws(ChartError) -> [Statement] {
        var lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }[...]
        let all = lines.count
        func number() -> Int { all - lines.count }
        let fences = lines.indices.filter { lines[$0].isFence && lines[$0].lowercased().contains("mermaid") }
        let isState = { (fence: Int) in lines[(fence + 1)...].first?.lowercased().contains("statediagram") == true }
        if let fence = fences.first(where: isState) ?? fences.first { lines = lines[(fence + 1)...] }
        /// Skips and returns the lines up to the end of a block that begins on the current line.
        func skip(_ what: String, _ isEnd: (Substring) -> Bool) throws(ChartError) -> [Substring] {
            var skipped: [Substring] = []
            let first = number()
            while let next = lines.popFirst() {
                if isEnd(next.trimmed) { return skipped }
                skipped.append(next.trimmed)
            }
            throw ChartError(first, "\(what) never ends.")
        }
        var statements: [Statement] = []
        var hasBegun = false
        while let next = lines.popFirst() {
            line = number()
            var rest = next.trimmed
            if line == 1, rest.first == "\u{feff}" { rest = rest.dropFirst().trimmed }
            if rest.isFence {
                for (index, other) in lines.enumerated() where other.isFence && other.lowercased().contains("mermaid") {
                    chart.addGap(line + index + 1, "another diagram is left out")
                }
                break
            }
            if rest.hasPrefix("%%{"), !rest.hasSuffix("}%%") { _ = try skip("This directive") { $0.hasSuffix("}%%") } }
            if rest.isEmpty || rest.hasPrefix("%%") || rest.hasPrefix("#") { continue }
            if !hasBegun {
                if rest == "---" {
                    _ = try skip("The front matter") { $0 == "---" }
                    continue
                }
                let words = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
                guard ["statediagram", "statediagram-v2"].contains(words[0].lowercased()) else {
                    throw failure("“\(rest.prefix(40))” is no state diagram; the first line is stateDiagram-v2.")
                }
                hasBegun = true
                rest = words.dropFirst().first ?? ""
            }
            if rest.keyword == "accdescr", rest.hasSuffix("{") {
                _ = try skip("This description") { $0.hasSuffix("}") }
                continue
            }
            if rest.keyword == "note", !rest.contains(":"), !rest.contains("\"") {
                let text = try skip("This note") { $0.lowercased() == "end note" }
                statements.append(Statement(line: line, text: rest, label: text.joined(separator: "<br>")[...]))
                continue
            }
            if rest.keyword == "state", rest.count(where: { $0 == "\"" }) == 1, let end = lines.first,
                end.contains("\"")
            {
                rest = "\(rest)<br>\(lines.removeFirst().trimmed)"
            }
            if rest.first == "{", let last = statements.indices.last, statements[last].text.keyword == "state",
                statements[last].label == nil, !statements[last].opens
            {
                statements[last].opens = true
                rest = rest.dropFirst().trimmed
            }
            while !rest.isEmpty {
                let (text, label, next) = rest.statement
                let opens = text.last == "{" && text.keyword == "state"
                rest = next
                if text.isEmpty && label == nil { continue }
                statements.append(
                    Statement(line: line, text: opens ? text.dropLast() : text, label: label, opens: opens))
            }
        }
        if !hasBegun { throw ChartError(nil, "The text is empty; the first line is stateDiagram-v2.") }
        line = 1
        return statements
    }

    // MARK: Labels

    /// The transitions of an arrow's text. A comma and a line break end a label; a break alone is typography.
    func labels(_ text: Substring) -> [Chart.Transition] {
        var labels = [""]
        for line in text.lines {
            if labels[labels.count - 1].last == "," {
                labels[labels.count - 1].removeLast()
                labels.append(line)
            } else {
                labels[labels.count - 1] += labels[labels.count - 1].isEmpty ? line : " \(line)"
            }
        }
        return labels.flatMap { transitions(of: $0[...]) }
    }

    /// The transitions of a label, `event [condition], event / effect, effect`: one for each event, with all effects.
    private func transitions(of text: Substring) -> [Chart.Transition] {
        let slash = text.slash ?? text.endIndex
        let head = text[..<slash].trimmed
        let effects = Self.effects(text[slash...].dropFirst())
        return (head.isEmpty ? [""] : head.parts).map { part in
            var (event, conditions) = (part, [String]())
            // Conditions stand behind the event, or before it.
            while conditions.count < 8,
                let group = event.matches(of: /\[((?:[^\[\]]|\[[^\[\]]*\])*)\]/).first(where: { [event] group in
                    group.range.lowerBound == event.startIndex || group.range.upperBound == event.endIndex
                })
            {
                let isFirst = group.range.lowerBound == event.startIndex
                event = (isFirst ? event[group.range.upperBound...] : event[..<group.range.lowerBound]).trimmed
                conditions.insert(String(group.output.1.trimmed), at: isFirst ? conditions.count : 0)
            }
            let condition = conditions.filter { !$0.isEmpty }.joined(separator: " && ")
            return Chart.Transition(
                event: event.isEmpty ? nil : String(event), condition: condition.isEmpty ? nil : condition,
                effects: effects, line: line)
        }
    }

    static func effects(_ text: Substring) -> [Chart.Effect] { text.trimmed.parts.map { .other(String($0)) } }
}

extension StringProtocol where SubSequence == Substring {
    var trimmed: Substring {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? rest.prefix(0)
    }

    /// The lines of a text, in which entities such as `#35;` are replaced by their characters.
    var lines: [String] {
        String(self).replacing(/<br\s*\/?>|\\n/.ignoresCase(), with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map { String($0.trimmed.unescaped.trimmed) }
    }

    var unescaped: String {
        let names = [
            "quot": "\"", "colon": ":", "lt": "<", "gt": ">", "amp": "&", "semi": ";", "nbsp": " ", "apos": "'",
        ]
        return String(self).replacing(/[#&]#?(\w+);/) { match in
            let name = String(match.1)
            let scalar = UInt32(name).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
            return names[name] ?? scalar ?? String(match.0)
        }
    }

    /// The parts of the text, split at commas outside of brackets, quotation marks and numbers.
    fileprivate var parts: [Substring] {
        var (parts, depth, isQuoted, start) = ([Substring](), 0, false, startIndex)
        for index in indices {
            let behind = self.index(after: index)
            switch self[index] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "\"": isQuoted.toggle()
            case "," where self[..<index].last?.isNumber == true && self[behind...].first?.isNumber == true: break
            case "," where depth <= 0 && !isQuoted:
                parts.append(self[start..<index].trimmed)
                start = behind
            default: break
            }
        }
        return (parts + [self[start...].trimmed]).filter { !$0.isEmpty }
    }
}

extension Substring {
    fileprivate var isFence: Bool { trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") }

    /// The place of the slash before the effects: it begins the text, stands behind a condition or between blanks.
    fileprivate var slash: Index? {
        var depth = 0
        return indices.first { index in
            if "([".contains(self[index]) { depth += 1 }
            if ")]".contains(self[index]) { depth -= 1 }
            guard self[index] == "/", depth <= 0 else { return false }
            let (before, behind) = (self[..<index], self[index...].dropFirst())
            let last = before.trimmed.last
            return last == nil || last == "]"
                || before.last?.isWhitespace == true && behind.first?.isWhitespace != false
        }
    }

    /// The statement's keyword, in small letters; empty for a statement that begins with a state's name.
    var keyword: String {
        // Only the beginning, because longer words are no keywords.
        let words = prefix(20).split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let first = words.first else { return "" }
        let name = first.lowercased().prefix { $0 != ":" && $0 != "{" }
        let rest = words.dropFirst().first
        let isAlone = name.hasPrefix("acc") && name.count < first.count
        guard Self.keywords.contains(String(name)), isAlone || rest != nil, rest?.hasPrefix("-->") != true,
            rest?.first != ":" || name.hasPrefix("acc")
        else { return "" }
        return String(name)
    }

    /// The first statement of a line, its description, and the rest of the line.
    ///
    /// Before a description, a statement ends at a comment, a semicolon or a brace.
    fileprivate var statement: (text: Substring, label: Substring?, rest: Substring) {
        let keyword = keyword
        if !["", "state", "note"].contains(keyword) { return (self, nil, "") }
        var (next, isQuoted) = (startIndex, false)
        while next < endIndex {
            let behind = index(after: next)
            switch self[next] {
            case "\"": isQuoted.toggle()
            case _ where isQuoted: break
            case "%" where self[behind...].first == "%": return (self[..<next].trimmed, nil, "")
            case ";": return (self[..<next].trimmed, nil, self[behind...].trimmed)
            case "}" where next == startIndex: return (self[..<behind], nil, self[behind...].trimmed)
            case "}": return (self[..<next].trimmed, nil, self[next...])
            case "{" where keyword == "state": return (self[..<behind], nil, self[behind...].trimmed)
            case ":" where !self[behind...].hasPrefix("::"): return (self[..<next].trimmed, self[behind...].trimmed, "")
            case ":": next = index(next, offsetBy: 2)
            default: break
            }
            next = index(after: next)
        }
        return (self, nil, "")
    }

    /// The keywords of statements, in small letters.
    private static let keywords: Set<String> = [
        "state", "note", "direction", "classdef", "class", "style", "click", "scale", "hide", "acctitle", "accdescr",
    ]
}
