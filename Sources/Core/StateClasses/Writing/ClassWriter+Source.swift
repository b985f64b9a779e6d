extension Chart {
    /// The chart as the classes of a machine: a context, a class for each state, and a model that explores them.
    ///
    /// A condition becomes a method that returns true, and an effect becomes a method that adds its text to the
    /// machine's log. A developer fills in both. Each of the ``gaps`` becomes a comment that begins with
    /// `Not expressed`.
    ///
    /// - Parameter name: The name of the context's class.
    /// - Returns: The text of a file, in lines of at most 77 columns unless names or nesting need more.
    /// - Complexity: O(*states* × *events* × *transitions*).
    public func classes(named name: String) -> String { ClassWriter(self, named: name).source() }
}

/// The declarations of a machine, in the order in which they are printed.
extension ClassWriter {
    func source() -> String {
        // Called twice: the first run finds the regions that can begin in any state, and the second run uses them. The
        // parallel states of such regions are entered as new objects.
        _ = index.states.indices.map(handlers)
        let handlers = index.states.indices.map(handlers)
        var states: [Int: [String]] = [:]
        for state in index.states.indices.reversed() where index.states[state].isClass {
            states[state] = stateClass(state, handlers[state])
        }
        let first = chart.initial.isEmpty ? [0] : resolved(chart.initial)
        let initial = object(first, in: 0, below: nil, from: nil)
        let begun = chart.initialEffects.map { statement($0, in: 0).trimmingPrefix(contextNames[0] + ".") }
        var lines = ["import StateExploration", "import StatePattern", ""]
        lines += gapComments(before: nil, at: 0)
        lines += ["/// A machine that was written from a chart."]
        var parts = contextParts(0, states)
        for context in index.contexts.indices.dropFirst() {
            let body = SourceText.joined(contextParts(context, states) + regionParts(context))
            parts.append(
                ["final class \(contextClasses[context]): Context<\(contextClasses[context]).State> {"]
                    + SourceText.indented(body) + ["}"])
        }
        parts += machineParts(initial, begun.map(String.init))
        let name = contextClasses[0]
        lines += ["final class \(name): Context<\(name).State> {"]
        lines += SourceText.indented(SourceText.joined(parts)) + ["}", ""] + modelExtension()
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: States

    /// The root class of a context's states, the class of substates, and then a class for each state.
    private func contextParts(_ context: Int, _ states: [Int: [String]]) -> [[String]] {
        let own = index.contexts[context].states
        let column = context == 0 ? 8 : 12
        let parameter = "_ \(contextNames[context]): \(contextClasses[context])"
        var root: [[String]] = []
        if own.contains(where: hasOtherName) { root.append([#"var name: String { "\(type(of: self))" }"#]) }
        let isTree = own.contains { !index.states[$0].substates.isEmpty }
        if isTree { root += [["var superstate: State? { nil }"], ["var initialSubstate: State? { nil }"]] }
        let effect = defersEffects.contains(context) ? ["\(contextNames[context]).runEffect()"] : []
        root.append(SourceText.declaration("func didEnter(\(parameter))", effect, at: column))
        root.append(SourceText.declaration("func willExit(\(parameter))", [], at: column))
        for (event, name) in requests where context == 0 || handled[context].contains(event) {
            root.append(SourceText.declaration("func \(name)(\(parameter)) -> Reaction", [".unhandled"], at: column))
        }
        var parts = [["class State: ContextState {"] + SourceText.indented(SourceText.joined(root)) + ["}"]]
        if isTree {
            parts.append([
                "/// A state that lies in another one.", "class Part<Outer: State>: State {",
                "    let outer: Outer", "    init(in outer: Outer) { self.outer = outer }",
                "    override var superstate: State? { outer }", "}",
            ])
        }
        return parts + own.map { states[$0] ?? [] }
    }

    private func hasOtherName(_ state: Int) -> Bool { classes[state] != index.states[state].node.name }

    private func stateClass(_ number: Int, _ handlers: [(name: String, body: [String])]) -> [String] {
        let state = index.states[number]
        let column = state.context == 0 ? 8 : 12
        let (parameter, owner) = (contextNames[state.context], contextClasses[state.context])
        func method(_ name: String, _ body: [String], returns: String = "") -> [String] {
            SourceText.declaration("override func \(name)(_ \(parameter): \(owner))\(returns)", body, at: column)
        }
        func property(_ name: String, _ type: String, _ body: [String]) -> [String] {
            SourceText.declaration("override var \(name): \(type)", body, at: column)
        }
        var parts: [[String]] = []
        if hasOtherName(number) {
            parts.append(property("name", "String", SourceText.literal(state.node.name, at: column + 24)))
        }
        parts += regionProperties(number, at: column)
        if !state.isLeaf {
            let targets = state.node.initial.isEmpty ? [state.substates[0]] : resolved(state.node.initial)
            let initial = object(targets, in: state.context, below: number, from: number)
            parts.append(property("initialSubstate", "State?", initial.lines(at: column + 4)))
        }
        let entered = entryHook(number)
        if !entered.isEmpty {
            let calls = defersEffects.contains(state.context) ? ["super.didEnter(\(parameter))"] : []
            parts.append(method("didEnter", calls + entered))
        }
        let left = exitHook(number)
        if !left.isEmpty { parts.append(method("willExit", left)) }
        parts += handlers.map { method($0.name, $0.body, returns: " -> Reaction") }
        let parent = index.classes(around: number).dropFirst().first
        let superclass = parent.map { "Part<\(classes[$0])>" } ?? "State"
        let protocols = state.regions.isEmpty ? "" : ", OrthogonalState"
        let comments =
            gapComments(before: number, at: column - 4)
            + state.node.notes.flatMap { SourceText.comment($0, at: column - 4) }
        let body = SourceText.indented(SourceText.joined(parts))
        let head = "final class \(classes[number]): \(superclass)\(protocols) {"
        return comments + (body.isEmpty ? [head + "}"] : [head] + body + ["}"])
    }

    /// The properties of a parallel state for the contexts of its regions.
    private func regionProperties(_ number: Int, at column: Int) -> [[String]] {
        let state = index.states[number]
        guard !state.regions.isEmpty else { return [] }
        let isOpen = state.regions.contains { startsAnywhere.contains($0) }
        var parts = state.regions.map { region in
            [
                "let \(contextNames[region])"
                    + (isOpen ? ": \(contextClasses[region])" : " = \(contextClasses[region])()")
            ]
        }
        let regions = state.regions.map { region in
            let name = index.states[index.contexts[region].region!].node.name
            let literal = SourceText.literal(name, at: column + 16 + contextNames[region].count + 11)
            return literal.count == 1
                ? ["Region(\(literal[0]), \(contextNames[region]))"]
                : ["Region("] + literal.dropLast().map { "    " + $0 }
                    + ["    \(literal[literal.count - 1]), \(contextNames[region]))"]
        }
        let line = "[\(regions.map { $0.joined() }.joined(separator: ", "))]"
        let fits = column + line.count + 4 <= SourceText.columns && regions.allSatisfy { $0.count == 1 }
        let list = regions.flatMap { $0.dropLast() + ["\($0[$0.count - 1]),"] }.map { "    " + $0 }
        parts.append(
            SourceText.declaration("var regions: [Region]", fits ? [line] : ["["] + list + ["]"], at: column))
        if isOpen {
            let parent = index.classes(around: number).dropFirst().first
            var parameters = state.regions.map {
                "\(contextNames[$0]): \(contextClasses[$0]) = \(contextClasses[$0])()"
            }
            if let parent { parameters.insert("in outer: \(classes[parent])", at: 0) }
            let head = "init(\(parameters.joined(separator: ", "))) {"
            parts.append(
                (column + head.count <= SourceText.columns
                    ? [head]
                    : ["init("] + parameters.enumerated().map { "    \($1)" + ($0 < parameters.count - 1 ? "," : "") }
                        + [") {"])
                    + state.regions.map { "    self.\(contextNames[$0]) = \(contextNames[$0])" }
                    + (parent == nil ? [] : ["    super.init(in: outer)"]) + ["}"])
        }
        return parts
    }

    private func entryHook(_ number: Int) -> [String] {
        let state = index.states[number]
        var lines = state.node.entry.map { statement($0, in: state.context) }
        for region in state.regions {
            if knowsRoot.contains(region) {
                let root = state.context == 0 ? contextNames[0] : root(from: state.context).replacing("?", with: "")
                lines.append("\(contextNames[region]).\(contextNames[0]) = \(root)")
            }
            lines.append("\(contextNames[region]).activate()")
        }
        if state.isLeaf, asksOnEntry(number) {
            lines.append("\(root(from: state.context)).\(request(Self.eventless))()")
        }
        return lines
    }

    /// True if entering a state may start a transition that needs no event.
    private func asksOnEntry(_ state: Int) -> Bool {
        dependsOnStates || !deciding.isDisjoint(with: index.ancestry(state))
    }

    private func exitHook(_ number: Int) -> [String] {
        let state = index.states[number]
        var lines: [String] = []
        for history in state.histories where keepsHistory(of: number) {
            lines += places[history.identifier].map { ["\(contextNames[0]).\($0.noting)()"] } ?? []
        }
        lines += state.regions.reversed().map { "\(contextNames[$0]).deactivate()" }
        return lines + state.node.exit.map { statement($0, in: state.context) }
    }

    /// The states of which a history remembers one: all leaves for a deep history, else the direct substates.
    private func remembered(of state: Int, _ isDeep: Bool) -> [Int] {
        let all = isDeep ? index.all(in: state).filter { index.states[$0].isLeaf } : index.states[state].substates
        return all.filter { $0 != state && index.states[$0].context == index.states[state].context }
    }

    // MARK: Contexts

    /// The members that the chart's context and the regions' contexts have in common.
    private func commonParts(_ context: Int) -> [[String]] {
        var parts: [[String]] = []
        let column = context == 0 ? 4 : 8
        parts.append([])
        for (event, request) in requests where context == 0 || handled[context].contains(event) {
            let mark = event == Self.eventless && context == 0 ? "" : "@discardableResult "
            let result = mark.isEmpty ? "" : " -> Outcome"
            parts.append(
                SourceText.declaration("\(mark)func \(request)()\(result)", ["delegate(State.\(request))"], at: column))
        }
        if asksRegions.contains(context) {
            parts.append(
                [
                    "/// The state stays, whatever its regions have done.",
                    "func staying(after outcomes: [Outcome]) -> Reaction {",
                    "    if outcomes.allSatisfy({ $0 == .unhandled }) { return .unhandled }",
                    "    return outcomes.contains(.refused) ? .refused : .handled", "}",
                ])
        }
        for state in tested[context].sorted() {
            parts.append(SourceText.declaration("var \(tests[state]): Bool", test(of: state, in: context), at: column))
        }
        if defersEffects.contains(context) {
            parts.append([
                "/// Runs the effect of a transition between its exits and entries.",
                "private func runEffect() {", "    guard let effect else { return }", "    self.effect = nil",
                "    effect(self)", "}",
            ])
        }
        return parts
    }

    private func test(of state: Int, in context: Int) -> [String] {
        let current = remembersBefore.contains(context) ? "(before ?? state)" : "state"
        guard index.states[state].context != context else {
            let isOuter = !index.states[state].substates.isEmpty
            return [isOuter ? "\(current).enclosing(\(classes[state]).self) != nil" : "\(current) is \(classes[state])"]
        }
        let owner = index.state(of: context, around: state)!
        let region = index.states[owner].regions.first { index.lies(state, in: index.contexts[$0].region) }!
        return ["\(current).enclosing(\(classes[owner]).self)?.\(contextNames[region]).\(tests[state]) == true"]
    }

    private func regionParts(_ context: Int) -> [[String]] {
        let region = index.contexts[context].region!
        var parts: [[String]] = []
        if knowsRoot.contains(context) { parts.append(["weak var \(contextNames[0]): \(contextClasses[0])?"]) }
        if remembersBefore.contains(context) {
            parts.append([
                "/// The state before a request on which other regions depend as well.", "var before: State?",
            ])
        }
        if defersEffects.contains(context) {
            parts.append(["private var effect: ((\(contextClasses[context])) -> Void)?"])
        }
        let node = index.states[region]
        let targets =
            node.isClass ? [region] : node.node.initial.isEmpty ? [node.substates[0]] : resolved(node.node.initial)
        let initial = object(targets, in: context, below: nil, from: nil)
        if startsAnywhere.contains(context) {
            let line = "init(startingIn state: State = \(initial.text)) {"
            parts.append(
                (8 + line.count <= SourceText.columns
                    ? [line]
                    : ["init("] + initial.lines(at: 12, before: "startingIn state: State = ").map { "    " + $0 } + [
                        ") {"
                    ])
                    + ["    super.init(initial: state)", "}"])
        } else {
            let call = Call("super.init", [("initial", initial)])
            parts.append(SourceText.declaration("init()", call.lines(at: 12), at: 8))
        }
        return parts + commonParts(context)
    }

    private func machineParts(_ initial: Call, _ begun: [String]) -> [[String]] {
        var parts = stored.sorted().map { ["let \(properties[$0]) = \(classes[$0])()"] }
        let histories = index.states.indices.flatMap { state in
            index.states[state].histories.filter { _ in keepsHistory(of: state) }.map { (state, $0) }
        }
        for (_, history) in histories {
            guard let place = places[history.identifier] else { continue }
            parts.append(["private(set) var \(place.property): \(place.type)?"])
        }
        if !histories.isEmpty {
            let texts = histories.compactMap { places[$0.1.identifier] }.map { "\($0.property)?.rawValue ?? \"\"" }
            parts.append(
                ["/// The substates to which histories lead, for the model.", "var histories: String {"]
                    + (texts.count == 1
                        ? ["    \(texts[0])"]
                        : ["    ["] + texts.map { "        \($0)," } + ["    ].joined(separator: \", \")"]) + ["}"])
        }
        if defersEffects.contains(0) { parts.append(["private var effect: ((\(contextClasses[0])) -> Void)?"]) }
        if hasEffects { parts.append(["private(set) var log: [String] = []"]) }
        parts.append([])
        let start = Call("super.init", [("initial", initial)]).lines(at: 8) + begun
        parts.append(SourceText.declaration("init()", start, at: 4))
        parts += commonParts(0)
        for (state, history) in histories {
            guard let place = places[history.identifier] else { continue }
            let remembered = remembered(of: state, history.kind == .history(isDeep: true))
            func make(_ targets: [Int]) -> Call {
                var call = object(targets, in: 0, below: state, from: state)
                call.replace("self", by: "outer")
                return call
            }
            parts.append(
                [
                    "/// The substates of `\(classes[state])` that its history remembers.",
                    "enum \(place.type): String {",
                ]
                    + remembered.map { "    case \(properties[$0])" } + ["}"])
            let isDeep = history.kind == .history(isDeep: true)
            let depth = index.classes(around: state).count
            parts.append(
                ["func \(place.noting)() {", "    \(place.property) ="]
                    + ["        switch \(isDeep ? "state" : "state.ancestry.dropFirst(\(depth)).first") {"]
                    + remembered.map { "        case is \(classes[$0]): .\(properties[$0])" }
                    + ["        default: nil", "        }", "}"])
            parts.append(
                ["func \(place.method)(in outer: \(classes[state])) -> State {", "    switch \(place.property) {"]
                    + remembered.flatMap { make([$0]).lines(at: 8, before: "case .\(properties[$0]): ") }
                    .map { "    " + $0 }
                    + make(resolved([history.identifier])).lines(at: 8, before: "case nil: ").map { "    " + $0 }
                    + ["    }", "}"])
        }
        parts += placesForCode()
        if hasEffects {
            parts.append(["func takeLog() -> [String] {", "    defer { log = [] }", "    return log", "}"])
        }
        return parts
    }

    private func modelExtension() -> [String] {
        let name = contextClasses[0]
        let known = requests.filter { $0.event != Self.eventless && !$0.event.hasPrefix("done.state.") }
        let pairs = known.map { event, name -> [String] in
            let key = SourceText.literal(event, at: 12 + name.count + 14)
            return key.dropLast() + ["\(key[key.count - 1]): { $0.\(name)() },"]
        }
        let list =
            switch (pairs.count, pairs.first?.count) {
            case (0, _): ["[:]"]
            case (1, 1): ["[\(pairs[0][0].dropLast())]"]
            default: ["["] + pairs.joined().map { "    " + $0 } + ["]"]
            }
        var arguments = [("", Call("\(name).init")), ("requests", Call("requests"))] as Arguments
        if index.histories.values.contains(where: { keepsHistory(of: $0.of) }) {
            arguments.append(("data", Call("{ $0.histories }")))
        }
        if hasEffects { arguments.append(("trace", Call("{ $0.takeLog() }"))) }
        return ["extension \(name) {"]
            + SourceText.indented(
                SourceText.declaration(
                    "static var requests: KeyValuePairs<String, (\(name)) -> Outcome?>",
                    list, at: 4) + [""]
                    + SourceText.declaration(
                        "static var model: MachineModel<String>", Call("MachineModel", arguments).lines(at: 8), at: 4))
            + ["}"]
    }

    // MARK: Gaps

    /// Comments on what no class expresses, from a state's line to the next state's line; for `nil`, before the first
    /// state.
    private func gapComments(before state: Int?, at indentation: Int) -> [String] {
        if gapsByState == nil {
            let lines = index.states.indices.filter { index.states[$0].isClass }
            gapsByState = Dictionary(grouping: gaps) { gap in
                lines.filter { index.states[$0].node.line <= gap.line }
                    .max { index.states[$0].node.line < index.states[$1].node.line }
            }
        }
        return (gapsByState?[state] ?? []).flatMap { gap in
            SourceText.comment("Not expressed: line \(gap.line): \(gap.description)", "//", at: indentation)
        }
    }
}
