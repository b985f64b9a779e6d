extension Chart {
    /// Reads a Mermaid state diagram with labels in UML's form: `event [condition] / effect, effect`.
    ///
    /// An arrow without a label is a request named after its target: `to Moving`. From a composite state with an end, it
    /// is taken when the state ends.
    ///
    /// Parts that no class can express, such as a fork, are in ``gaps``. Styles and directions are ignored.
    ///
    /// - Parameter text: At most 4 MiB, with at most 10,000 states, nested at most 100 deep; also a Markdown document
    ///   with the diagram in a fence.
    /// - Throws: A ``ChartError`` with the first wrong line.
    public init(mermaid text: String) throws(ChartError) {
        try Chart.check(text)
        var reader = MermaidReader()
        self = try reader.read(text)
    }
}

struct MermaidReader {
    /// A state with open braces; without a node, the document itself.
    private struct Scope {
        let node: Int?
        let line: Int
        /// The parent of the next states: the state or one of its regions; `nil` for the document.
        var inner: Int?
    }

    var chart = Chart()
    var line = 1
    private var scopes: [Scope] = []
    /// The nodes with a name from a text, instead of the identifier.
    private var named: Set<Int> = []
    private var choices: Set<Int> = []
    /// Choices, forks and joins: nodes that a transition only passes.
    private var pseudostates: Set<Int> = []
    private var ends: [Int?: String] = [:]

    func failure(_ sentence: String, line: Int? = nil) -> ChartError { ChartError(line ?? self.line, sentence) }

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
            root = try chart.add(Chart.Node(identifier: "Regions", name: "Regions", kind: .parallel, line: line))
        }
        scopes = [Scope(node: root, line: line, inner: root)]
        if root != nil { try beginRegion() }
        for (index, statement) in statements.enumerated() {
            line = statement.line
            let node = try read(statement)
            guard statement.opens, let node else { continue }
            if scopes.count > Chart.largestDepth {
                throw failure("States are nested at most \(Chart.largestDepth) deep.")
            }
            scopes.append(Scope(node: node, line: line, inner: node))
            if divided.contains(index) {
                chart.nodes[node].kind = .parallel
                try beginRegion()
            }
        }
        if scopes.count > 1 { throw failure("This brace is never closed; write } on a line.", line: scopes.last?.line) }
        complete()
        try chart.finish()
        return chart
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
                chart.addGap(line, "<<\(kind)>> is not supported: “\(chart.nodes[node].identifier)” is \(instead)")
                return node
            }
        }
        let node = try mention(text)
        // The first line of a text is the name, and the further lines describe the state.
        if let name {
            let lines = name.lines
            if let name = lines.first, !name.isEmpty { chart.nodes[node].name = name }
            named.insert(node)
            for line in lines.dropFirst() { try describe(node, line) }
        }
        for line in label?.lines ?? [] { try describe(node, line) }
        return node
    }

    private mutating func readNote(_ text: Substring, _ label: Substring?) throws(ChartError) {
        let sides = ["left of", "right of"].filter { text.lowercased().hasPrefix($0) }
        guard let side = sides.first, let label else {
            return chart.addGap(line, "the note “\(text.unescaped)” is at no state")
        }
        let node = try mention(text.dropFirst(side.count))
        chart.nodes[node].notes += label.lines.filter { !$0.isEmpty }
    }

    private mutating func beginRegion() throws(ChartError) {
        guard let owner = scopes[scopes.count - 1].node else { return }
        let number = chart.nodes.count { $0.parent == owner && $0.isUnnamedRegion } + 1
        let identifier = chart.freeIdentifier("\(chart.nodes[owner].identifier)_region\(number)")
        scopes[scopes.count - 1].inner = try chart.add(
            Chart.Node(
                identifier: identifier, name: "Region \(number)", parent: owner, isUnnamedRegion: true, line: line))
    }

    /// The node with a name. The node lies in the innermost state that mentions it between its braces.
    private mutating func mention(_ text: Substring) throws(ChartError) -> Int {
        let name = (text.firstRange(of: ":::").map { text[..<$0.lowerBound] } ?? text).trimmed
        let isName = name.contains { $0 != "-" } && !name.contains { $0.isWhitespace || "\"{}".contains($0) }
        if name == "[*]" || !isName {
            let text = text.trimmed.prefix(40)
            throw failure(
                "“\(text)” is no name of a state; a statement is A --> B : event, A : text, or state \"text\" as A.")
        }
        let inner = scopes[scopes.count - 1].inner
        guard let node = chart.numbers[String(name)] else {
            if name == "[H]" || name == "[H*]" {
                chart.addGap(line, "“\(name)” is a state like others: Mermaid has no history")
            }
            return try chart.add(Chart.Node(identifier: String(name), name: String(name), parent: inner, line: line))
        }
        let parent = chart.nodes[node].parent
        guard let inner, inner != node, inner != parent, !chart.lies(inner, in: node) else { return node }
        if chart.lies(inner, in: parent) {
            chart.nodes[node].parent = inner
        } else if let parent, !chart.lies(parent, in: inner) {
            let other = chart.nodes[parent].identifier
            throw failure("“\(name)” lies in “\(other)” already; write what leads there outside of both.")
        }
        return node
    }

    private mutating func addArrow(_ source: Substring, _ target: Substring, _ text: Substring) throws(ChartError) {
        let labels = labels(text)
        let inner = scopes[scopes.count - 1].inner
        let isBeginning = source.trimmed == "[*]"
        let from = isBeginning ? inner : try mention(source)
        let to = target.trimmed == "[*]" ? try end(of: inner) : chart.nodes[try mention(target)].identifier
        if !isBeginning, let from {
            for var transition in labels {
                transition.targets = [to]
                try chart.add(transition, to: from)
            }
            return
        }
        let first = from.map { chart.nodes[$0].initial } ?? chart.initial
        if !first.isEmpty {
            return chart.addGap(line, "a second beginning, in “\(to)”, is left out: the first one is “\(first[0])”")
        }
        if labels.contains(where: { $0.event != nil || $0.condition != nil }) {
            chart.addGap(line, "“\(text.unescaped)” is left out: what begins needs no event and no condition")
        }
        let effects = labels.flatMap(\.effects)
        if let from {
            (chart.nodes[from].initial, chart.nodes[from].initialEffects) = ([to], effects)
        } else {
            (chart.initial, chart.initialLine, chart.initialEffects) = ([to], line, effects)
        }
    }

    private mutating func end(of scope: Int?) throws(ChartError) -> String {
        if let end = ends[scope] { return end }
        let identifier = chart.freeIdentifier(scope.map { "\(chart.nodes[$0].identifier)_end" } ?? "end")
        _ = try chart.add(Chart.Node(identifier: identifier, name: "End", kind: .final, parent: scope, line: line))
        ends[scope] = identifier
        return identifier
    }

    /// Adds a line of text to a node: as its name, as an entry or exit action, or else as a note.
    private mutating func describe(_ node: Int, _ text: String) throws(ChartError) {
        let hook = text.split(separator: "/", maxSplits: 1).first?.trimmed.lowercased() ?? ""
        let isHook = text.contains("/") && ["entry", "exit", "do"].contains(hook)
        // Behind a hook there are actions, else the first line is a name, as in `Read / Write`.
        let isAction = text.contains(" / ") && !(chart.nodes[node].entry + chart.nodes[node].exit).isEmpty
        guard isHook || isAction || named.contains(node) else {
            if !text.isEmpty { chart.nodes[node].name = text }
            named.insert(node)
            return
        }
        if isHook {
            let effects = Self.effects(text[text.firstIndex(of: "/")!...].dropFirst())
            switch hook {
            case "entry": chart.nodes[node].entry += effects
            case "exit": chart.nodes[node].exit += effects
            default: chart.addGap(line, "“\(text)” is left out: begin it on entry, and end it on exit")
            }
            return
        }
        guard text.contains(" / ") else { return chart.nodes[node].notes.append(text) }
        for label in labels(text[...]) { try chart.add(label, to: node) }
    }

    // MARK: The whole

    /// Completes the transitions after all states have been read.
    private mutating func complete() {
        // A region that contains only one state with substates is replaced by this state.
        let children = Dictionary(grouping: chart.nodes.indices) { chart.nodes[$0].parent }
        for (region, inner) in children {
            guard let region, chart.nodes[region].isUnnamedRegion, chart.nodes[region].initial.isEmpty,
                inner.count == 1, children[inner[0]] != nil
            else { continue }
            chart.nodes[inner[0]].parent = chart.nodes[region].parent
        }
        for node in chart.nodes.indices {
            for index in chart.nodes[node].transitions.indices {
                chart.nodes[node].transitions[index] = completed(chart.nodes[node].transitions[index], of: node)
            }
            func isElse(_ arrow: Chart.Transition) -> Bool {
                arrow.condition?.lowercased() == "else" || arrow.condition == nil && choices.contains(node)
            }
            let all = chart.nodes[node].transitions
            chart.nodes[node].transitions = all.filter { !isElse($0) } + all.filter(isElse)
            for index in all.indices where isElse(chart.nodes[node].transitions[index]) {
                chart.nodes[node].transitions[index].condition = nil
            }
        }
    }

    private mutating func completed(_ arrow: Chart.Transition, of node: Int) -> Chart.Transition {
        var arrow = arrow
        let target = arrow.targets.first.flatMap { chart.numbers[$0] } ?? node
        if !arrow.targets.isEmpty { arrow.isInternal = chart.lies(target, in: node) }
        guard let event = arrow.event else {
            if arrow.condition != nil || pseudostates.contains(node) { return arrow }
            // Without a label, the event is named after the target, because in most drawings several such arrows leave
            // one state.
            arrow.event = "to \(chart.nodes[target].name)"
            if let end = ends[node].flatMap({ chart.numbers[$0] }), chart.nodes[node].kind == .state {
                arrow.event = "done.state.\(chart.nodes[node].identifier)"
                chart.nodes[end].entry = [.raise(arrow.event!)]
            } else if chart.nodes[node].kind == .parallel,
                ends.keys.contains(where: { chart.lies($0 ?? node, in: node) })
            {
                chart.addGap(arrow.line, "“\(arrow.event!)” is a request, also when all regions have ended")
            }
            return arrow
        }
        let words = event.split(separator: " ", maxSplits: 1)
        let isTest = words.first?.lowercased() == "if" && words.count > 1
        if choices.contains(node) {
            arrow.event = nil
            if arrow.condition == nil, event.lowercased() != "else" {
                arrow.condition = isTest ? String(words[1]) : event
            }
        } else if isTest || event.lowercased() == "else" {
            chart.addGap(arrow.line, "“\(event)” is a request, because its state is no <<choice>>")
        } else if event.contains(/^(?:after|every|at)\b[\s(:]*\d/.ignoresCase()) {
            chart.addGap(arrow.line, "“\(event)” is a request: start a timer on entry, and cancel it on exit")
        } else if event.contains(/[\[\]\/]|-->/) {
            chart.addGap(arrow.line, "“\(event)” is read as one event; a label is event [condition] / effect")
        }
        let isOfRegions = chart.nodes.contains { $0.kind == .parallel } && event.hasSuffix(")")
        for text in [arrow.condition, isOfRegions ? event : nil] {
            guard let text, text.contains(/\w (?:not )?in \S/) else { continue }
            chart.addGap(arrow.line, "“\(text)” names states of regions as plain text; the graph’s JSON keeps them")
        }
        return arrow
    }
}
