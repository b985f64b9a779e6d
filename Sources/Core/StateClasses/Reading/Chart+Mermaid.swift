extension Chart {
    /// Reads a Mermaid state diagram with labels in UML's form: `event [condition] / effect, effect`.
    ///
    /// An arrow without a label is a request named after its target: `to Moving`.
    ///
    /// Parts that no class can express, such as a fork, are in ``gaps``. Styles and directions are ignored.
    ///
    /// - Parameter text: At most 4 MiB, with at most 10,000 states, nested at most 100 deep.
    /// - Throws: A ``ChartError`` with the first wrong line.
    public init(mermaid text: String) throws(ChartError) {
        try ChartDraft.check(text)
        var reader = MermaidReader()
        self = try reader.read(text)
    }
}

private struct MermaidReader {
    private struct Statement {
        let line: Int
        let text: Substring
        /// The text after the colon; `nil` without a colon.
        var label: Substring?
        /// True if the statement opens the braces of a state.
        var opens = false
    }

    /// A state whose braces are open; without a node, the document itself.
    private struct Scope {
        let node: Int?
        let line: Int
        /// The parent of the next states: the state or one of its regions; `nil` for the document.
        var inner: Int?
    }

    private var draft = ChartDraft()
    private var scopes: [Scope] = []
    private var line = 1
    /// The nodes with a name from a text, instead of the identifier.
    private var named: Set<Int> = []
    /// The nodes whose text is empty, such as regions without a name.
    private var blank: Set<Int> = []
    private var choices: Set<Int> = []
    /// Choices, forks and joins: nodes that a transition only passes.
    private var pseudostates: Set<Int> = []
    private var ends: [Int?: String] = [:]

    private func failure(_ sentence: String, line: Int? = nil) -> ChartError {
        ChartError(line ?? self.line, sentence)
    }

    mutating func read(_ text: String) throws(ChartError) -> Chart {
        let statements = try statements(in: text)
        // The states that dashed lines divide into regions.
        var (open, divided): ([Int], Set<Int>) = ([-1], [])
        for (index, statement) in statements.enumerated() {
            if statement.opens { open.append(index) }
            if statement.text == "}", open.count > 1 { open.removeLast() }
            if statement.text == "--" { divided.insert(open[open.count - 1]) }
        }
        var root: Int?
        if divided.contains(-1) {
            root = try draft.add(
                Chart.Node(identifier: "Regions", name: "Regions", kind: .parallel, line: line), in: nil)
        }
        scopes = [Scope(node: root, line: line, inner: root)]
        if root != nil { try beginRegion() }
        for (index, statement) in statements.enumerated() {
            line = statement.line
            let node = try read(statement)
            guard statement.opens, let node else { continue }
            if scopes.count > ChartDraft.largestDepth {
                throw failure("States are nested at most \(ChartDraft.largestDepth) deep.")
            }
            scopes.append(Scope(node: node, line: line, inner: node))
            if divided.contains(index) {
                draft.entries[node].node.kind = .parallel
                try beginRegion()
            }
        }
        if scopes.count > 1 { throw failure("This brace is never closed; write } on a line.", line: scopes.last?.line) }
        finish()
        return try draft.chart()
    }

    // MARK: Lines

    /// The statements after the diagram's first line, without comments.
    private mutating func statements(in text: String) throws(ChartError) -> [Statement] {
        var lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }[...]
        let all = lines.count
        func number() -> Int { all - lines.count }
        /// Skips and returns the lines up to the end of a block that begins on the current line.
        func skip(_ what: String, _ isEnd: (Substring) -> Bool) throws(ChartError) -> [Substring] {
            var (skipped, first): ([Substring], Int) = ([], number())
            while let next = lines.popFirst() {
                if isEnd(next.trimmed) { return skipped }
                skipped.append(next.trimmed)
            }
            first = max(first, 1)
            throw ChartError(first, "\(what) never ends.")
        }
        var statements: [Statement] = []
        var hasBegun = false
        while let next = lines.popFirst() {
            line = number()
            var rest = next.trimmed
            if line == 1, rest.first == "\u{feff}" { rest = rest.dropFirst().trimmed }
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

    // MARK: Statements

    /// Reads a statement. Returns the state that it describes; `nil` for a statement about no state.
    private mutating func read(_ statement: Statement) throws(ChartError) -> Int? {
        let (text, label) = (statement.text, statement.label)
        switch text.keyword {
        case "state": return try readState(text.dropFirst(5).trimmed, label)
        case "note": try readNote(text.dropFirst(4).trimmed, label)
        case _ where text == "}":
            guard scopes.count > 1 else { throw failure("This brace closes nothing; a brace opens behind a state.") }
            scopes.removeLast()
        case _ where text == "--": try beginRegion()
        case "":
            guard let arrow = text.firstRange(of: "-->") else { return try readState(text, label) }
            try addArrow(text[..<arrow.lowerBound], text[arrow.upperBound...], label ?? "")
        default: break
        }
        return nil
    }

    private mutating func readState(_ text: Substring, _ label: Substring?) throws(ChartError) -> Int {
        var text = text
        var name: Substring?
        if text.first == "\"" {
            let parts = text.dropFirst().split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].trimmed.lowercased().hasPrefix("as ") else {
                throw failure("A state with a text has a name as well: state \"text\" as name.")
            }
            name = parts[0]
            text = parts[1].trimmed.dropFirst(3).trimmed
        }
        for kind in ["choice", "fork", "join"] {
            for mark in ["<<\(kind)>>", "[[\(kind)]]"] where text.hasSuffix(mark) {
                let node = try mention(text.dropLast(mark.count))
                if kind == "choice" { choices.insert(node) }
                pseudostates.insert(node)
                let instead =
                    kind == "choice"
                    ? "a state with transitions that need no event" : "a state; write regions with -- in place of it"
                draft.addGap(
                    line, "<<\(kind)>> is not supported: “\(draft.entries[node].node.identifier)” is \(instead)")
                return node
            }
        }
        let node = try mention(text)
        if let name { try setName(node, name) }
        if let label { try describe(node, label) }
        return node
    }

    private mutating func readNote(_ text: Substring, _ label: Substring?) throws(ChartError) {
        let sides = ["left of", "right of"].filter { text.lowercased().hasPrefix($0) }
        guard let side = sides.first, let label else {
            return draft.addGap(line, "the note “\(text.unescaped)” is at no state")
        }
        let node = try mention(text.dropFirst(side.count))
        draft.entries[node].node.notes += label.lines.filter { !$0.isEmpty }
    }

    private mutating func beginRegion() throws(ChartError) {
        guard let owner = scopes[scopes.count - 1].node else { return }
        let number = draft.entries.count { $0.parent == owner && $0.isUnnamedRegion } + 1
        let identifier = draft.freeIdentifier("\(draft.entries[owner].node.identifier)_region\(number)")
        let region = try draft.add(Chart.Node(identifier: identifier, name: "Region \(number)", line: line), in: owner)
        draft.entries[region].isUnnamedRegion = true
        scopes[scopes.count - 1].inner = region
    }

    /// The node with a name. The node lies in the innermost state that mentions it between its braces.
    private mutating func mention(_ text: Substring) throws(ChartError) -> Int {
        let name = (text.firstRange(of: ":::").map { text[..<$0.lowerBound] } ?? text).trimmed
        if name.isEmpty || name == "[*]" || name.contains(where: { $0.isWhitespace || "\"{}".contains($0) }) {
            let text = text.trimmed.prefix(40)
            throw failure(
                "“\(text)” is no name of a state; a statement is A --> B : event, A : text, or state \"text\" as A.")
        }
        let inner = scopes[scopes.count - 1].inner
        guard let node = draft.indices[String(name)] else {
            if name == "[H]" || name == "[H*]" {
                draft.addGap(line, "“\(name)” is a state like others: Mermaid has no history")
            }
            return try draft.add(Chart.Node(identifier: String(name), name: String(name), line: line), in: inner)
        }
        let parent = draft.entries[node].parent
        guard let inner, inner != node, inner != parent, !draft.lies(inner, in: node) else { return node }
        if draft.lies(inner, in: parent) {
            draft.entries[node].parent = inner
        } else if let parent, !draft.lies(parent, in: inner) {
            let other = draft.entries[parent].node.identifier
            throw failure("“\(name)” lies in “\(other)” already; write what leads there outside of both.")
        }
        return node
    }

    private mutating func addArrow(_ source: Substring, _ target: Substring, _ text: Substring) throws(ChartError) {
        let labels = MermaidReader.labels(text)
        let inner = scopes[scopes.count - 1].inner
        let isBeginning = source.trimmed == "[*]"
        let from = isBeginning ? inner : try mention(source)
        let to = target.trimmed == "[*]" ? try end(of: inner) : draft.entries[try mention(target)].node.identifier
        if !isBeginning, let from {
            for var transition in labels {
                (transition.targets, transition.line) = ([to], line)
                try draft.add(transition, to: from)
            }
            return
        }
        let first = from.map { draft.entries[$0].node.initial } ?? draft.initial
        if !first.isEmpty {
            return draft.addGap(line, "a second beginning, in “\(to)”, is left out: the first one is “\(first[0])”")
        }
        if labels.contains(where: { $0.event != nil || $0.condition != nil }) {
            draft.addGap(line, "“\(text.unescaped)” is left out: what begins needs no event and no condition")
        }
        let effects = labels.flatMap(\.effects)
        if let from {
            draft.entries[from].node.initial = [to]
            draft.entries[from].node.initialEffects = effects
        } else {
            (draft.initial, draft.initialLine, draft.initialEffects) = ([to], line, effects)
        }
    }

    private mutating func end(of scope: Int?) throws(ChartError) -> String {
        if let end = ends[scope] { return end }
        let identifier = draft.freeIdentifier(scope.map { "\(draft.entries[$0].node.identifier)_end" } ?? "end")
        _ = try draft.add(Chart.Node(identifier: identifier, name: "End", kind: .final, line: line), in: scope)
        ends[scope] = identifier
        return identifier
    }

    // MARK: Texts

    /// Takes the first line of a text as a node's name, and the further lines as the node's description.
    private mutating func setName(_ node: Int, _ text: Substring) throws(ChartError) {
        let lines = text.lines
        if let name = lines.first, !name.isEmpty { draft.entries[node].node.name = name } else { blank.insert(node) }
        named.insert(node)
        for line in lines.dropFirst() { try describe(node, line: line) }
    }

    private mutating func describe(_ node: Int, _ text: Substring) throws(ChartError) {
        for line in text.lines { try describe(node, line: line) }
    }

    /// Adds a line of text to a node: as its name, as an entry or exit action, or else as a note.
    private mutating func describe(_ node: Int, line text: String) throws(ChartError) {
        let hook = text.split(separator: "/", maxSplits: 1).first?.trimmed.lowercased() ?? ""
        let isHook = text.contains("/") && ["entry", "exit", "do"].contains(hook)
        guard isHook || named.contains(node) else {
            if !text.isEmpty { draft.entries[node].node.name = text }
            named.insert(node)
            return
        }
        let labels = MermaidReader.labels(of: text)
        for label in labels {
            switch hook {
            case "entry" where isHook: draft.entries[node].node.entry += label.effects
            case "exit" where isHook: draft.entries[node].node.exit += label.effects
            case "do" where isHook: draft.addGap(line, "“\(text)” is left out: begin it on entry, and end it on exit")
            case _ where !label.effects.isEmpty && label.event != nil:
                var transition = label
                transition.line = line
                try draft.add(transition, to: node)
            default:
                draft.entries[node].node.notes.append(text)
                return
            }
        }
    }

    private static func labels(_ text: Substring) -> [Chart.Transition] { text.lines.flatMap(labels(of:)) }

    /// The transitions of a label, `event [condition], event / effect, effect`: one for each event, with all effects.
    private static func labels(of line: String) -> [Chart.Transition] {
        let text = " \(line) "
        let slash = text.firstRange(of: " / ") ?? (line.hasPrefix("/") ? text.firstRange(of: "/") : nil)
        let head = text[..<(slash?.lowerBound ?? text.endIndex)].trimmed
        let effects = (slash.map { text[$0.upperBound...].trimmed } ?? "").parts.map { Chart.Effect.other(String($0)) }
        return (head.isEmpty ? [""] : head.parts).map { part in
            var label = Chart.Transition(effects: effects, line: 0)
            var event = part
            if part.hasSuffix("]"), let bracket = part.firstIndex(of: "[") {
                label.condition = String(part[bracket...].dropFirst().dropLast().trimmed)
                event = part[..<bracket].trimmed
            }
            if !event.isEmpty { label.event = String(event) }
            return label
        }
    }

    // MARK: Regions

    /// The event of a label such as `go (Lamp in Lit)`, and the states in which regions begin.
    ///
    /// `nil` if the label names no such states.
    private func beginnings(
        _ text: String, in target: String?, _ nodes: [String: [Int]]
    ) -> (event: String, targets: [String])? {
        guard text.hasSuffix(")"), let target = target.flatMap({ draft.indices[$0] }),
            draft.entries[target].node.kind == .parallel
        else { return nil }
        for parenthesis in text.ranges(of: " (") {
            let parts = text[parenthesis.upperBound...].dropLast().parts
            let states = parts.compactMap { part in
                part.ranges(of: " in ").lazy.compactMap { word in
                    node(part[word.upperBound...], of: part[..<word.lowerBound], in: target, nodes)
                }.first
            }
            if !parts.isEmpty, states.count == parts.count {
                return (
                    String(text[..<parenthesis.lowerBound]), states.map { draft.entries[$0].node.identifier }
                )
            }
        }
        return nil
    }

    /// The SCXML condition for a text such as `Lamp in Lit or Dim, Heater not in Hot`; `nil` for any other text.
    private func condition(_ text: String, of source: Int, _ nodes: [String: [Int]]) -> String? {
        let around = sequence(first: source) { draft.entries[$0].parent }
        guard let parallel = Array(around).last(where: { draft.entries[$0].node.kind == .parallel }) else { return nil }
        let tests = text[...].parts.map { part in
            part.ranges(of: " in ").lazy.compactMap { word -> String? in
                let isNot = part[..<word.lowerBound].hasSuffix(" not")
                let region = part[..<word.lowerBound].dropLast(isNot ? 4 : 0)
                let names = String(part[word.upperBound...]).split(separator: " or ")
                let states = names.compactMap { node($0, of: region, in: parallel, nodes) }
                if states.isEmpty || states.count < names.count { return nil }
                let list = states.map { "In('\(draft.entries[$0].node.identifier)')" }.joined(separator: " || ")
                return isNot ? "!(\(list))" : states.count > 1 ? "(\(list))" : list
            }.first
        }
        return tests.isEmpty || tests.contains(nil) ? nil : tests.compactMap { $0 }.joined(separator: " && ")
    }

    /// The node below `ancestor` that has a path in a region; `nil` if there is no such node.
    private func node(
        _ path: Substring, of region: Substring, in ancestor: Int, _ nodes: [String: [Int]]
    ) -> Int? {
        let (region, path) = (region.split(separator: "/"), path.split(separator: "/"))
        return nodes[path.last.map(String.init) ?? ""]?.first {
            draft.lies($0, in: ancestor) && isPath(region, path, to: $0)
        }
    }

    /// The name of a node with its data in parentheses: the form of this package's lists, `Open (3 coins)`.
    private func textInList(_ node: Int) -> String {
        let name = draft.entries[node].node.name
        return name.firstRange(of: ", ").map { "\(name[..<$0.lowerBound]) (\(name[$0.upperBound...]))" } ?? name
    }

    /// Returns true if the path to a node ends with the names of a region and of a state in it.
    private func isPath(_ region: [Substring], _ state: [Substring], to node: Int) -> Bool {
        var next = Optional(node)
        for (index, name) in (region + state).enumerated().reversed() {
            while let node = next, blank.contains(node) { next = draft.entries[node].parent }
            guard let node = next else { return false }
            let text = textInList(node)
            let isSame = text == name || index < region.count && text.hasPrefix(name + " (")
            if !isSame { return false }
            next = draft.entries[node].parent
        }
        return true
    }

    /// Completes the transitions after all states have been read.
    private mutating func finish() {
        // A region that contains only one state with substates is replaced by this state.
        let substates = draft.substates
        for (region, inner) in substates {
            guard let region, draft.entries[region].isUnnamedRegion, draft.entries[region].node.initial.isEmpty,
                inner.count == 1, substates[inner[0]] != nil
            else { continue }
            draft.entries[inner[0]].parent = draft.entries[region].parent
        }
        let nodes = Dictionary(grouping: draft.entries.indices, by: textInList)
        for node in draft.entries.indices {
            for index in draft.entries[node].node.transitions.indices {
                let transition = draft.entries[node].node.transitions[index]
                if let target = transition.targets.first.flatMap({ draft.indices[$0] }) {
                    draft.entries[node].node.transitions[index].isInternal = draft.lies(target, in: node)
                }
                if transition.event == nil, transition.condition == nil, !pseudostates.contains(node),
                    let target = transition.targets.first.flatMap({ draft.indices[$0] })
                {
                    // Without a label, the event is named after the target, because in most drawings several such
                    // arrows leave one state.
                    draft.entries[node].node.transitions[index].event = "to \(draft.entries[target].node.name)"
                }
                guard let text = transition.event else { continue }
                if let (event, targets) = beginnings(text, in: transition.targets.first, nodes) {
                    let label = MermaidReader.labels(of: event).first
                    draft.entries[node].node.transitions[index].event = label?.event
                    draft.entries[node].node.transitions[index].condition = label?.condition
                    draft.entries[node].node.transitions[index].targets = targets
                }
                if let text = draft.entries[node].node.transitions[index].condition,
                    let condition = condition(text, of: node, nodes)
                {
                    draft.entries[node].node.transitions[index].condition = condition
                }
                guard choices.contains(node) else { continue }
                draft.entries[node].node.transitions[index].event = nil
                let words = text.split(separator: " ", maxSplits: 1)
                let condition = words.first?.lowercased() == "if" ? words.dropFirst().first.map(String.init) : text
                if transition.condition == nil, text.lowercased() != "else" {
                    draft.entries[node].node.transitions[index].condition = condition
                }
            }
            if choices.contains(node) {
                let all = draft.entries[node].node.transitions
                draft.entries[node].node.transitions =
                    all.filter { $0.condition != nil } + all.filter { $0.condition == nil }
            }
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmed: Substring {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? rest.prefix(0)
    }

    /// The lines of a text, in which entities such as `#35;` are replaced by their characters.
    fileprivate var lines: [String] {
        String(self).replacing(/<br\s*\/?>|\\n/.ignoresCase(), with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmed.unescaped.trimmed }.map(
                String.init)
    }

    fileprivate var unescaped: String {
        let names = [
            "quot": "\"", "colon": ":", "lt": "<", "gt": ">", "amp": "&", "semi": ";", "nbsp": " ", "apos": "'",
        ]
        return String(self).replacing(/[#&]#?(\w+);/) { match in
            let name = String(match.1)
            let scalar = UInt32(name).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
            return names[name] ?? scalar ?? String(match.0)
        }
    }

    /// The parts of the text, split at commas outside of brackets and quotation marks.
    fileprivate var parts: [Substring] {
        var (parts, depth, isQuoted, start) = ([Substring](), 0, false, startIndex)
        for index in indices {
            switch self[index] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "\"": isQuoted.toggle()
            case "," where depth <= 0 && !isQuoted:
                parts.append(self[start..<index].trimmed)
                start = self.index(after: index)
            default: break
            }
        }
        return (parts + [self[start...].trimmed]).filter { !$0.isEmpty }
    }
}

extension Substring {
    /// The statement's keyword, in small letters; empty for a statement that begins with a state's name.
    fileprivate var keyword: String {
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
