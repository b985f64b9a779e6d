extension Chart {
    /// The chart as the classes of a machine: a context, a class for each state, and a model that explores them.
    ///
    /// A condition becomes a method that returns true, or false where a machine would not come to rest otherwise. An
    /// effect becomes a method that adds its text to the machine's log. A developer fills in both. Each of the ``gaps``
    /// becomes a comment that begins with `Not expressed`.
    ///
    /// - Parameter name: The name of the context's class.
    /// - Returns: The text of a file, with one line for each statement, however long. `swift format` breaks the lines.
    /// - Complexity: O(*states* × *events* × *transitions*).
    public func classes(named name: String) -> String { ClassWriter(self, named: name).source() }
}

/// The declarations of a machine, in the order in which they are printed.
extension ClassWriter {
    func source() -> String {
        // Written twice: the first run finds the regions that can begin in any state, and the second run uses them. The
        // parallel states of such regions are entered as new objects.
        _ = written()
        stored = []
        let lines = index.states.filter { index.isClass[$0] }.map { ($0, index.nodes[$0].line) }
        gapsByState = Dictionary(grouping: gaps) { gap in lines.filter { $1 <= gap.line }.max { $0.1 < $1.1 }?.0 }
        return written()
    }

    private func written() -> String {
        let states = Dictionary(
            uniqueKeysWithValues: index.states.filter { index.isClass[$0] }.map { ($0, stateClass($0)) })
        let initial = object(chart.initial.isEmpty ? [0] : index.resolved(chart.initial), in: 0, below: nil, from: nil)
        let begun = chart.initialEffects.map { String(statement($0, in: 0).trimmingPrefix(contextNames[0] + ".")) }
        var parts = contextParts(0, states)
        for context in index.contexts.indices.dropFirst() {
            let body = SourceText.joined(contextParts(context, states) + regionParts(context))
            parts.append(
                SourceText.block(
                    "final class \(contextClasses[context]): Context<\(contextClasses[context]).State>", body))
        }
        let name = contextClasses[0]
        parts += machineParts(initial, begun)
        let lines =
            ["import StateExploration", "import StatePattern", ""] + gapComments(before: nil)
            + ["/// A machine that was written from a chart."]
            + SourceText.block("final class \(name): Context<\(name).State>", SourceText.joined(parts)) + [""]
            + modelExtension()
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: States

    /// The root class of a context's states, the class of substates, and then a class for each state.
    private func contextParts(_ context: Int, _ states: [Int: [String]]) -> [[String]] {
        let own = index.contexts[context].states
        let parameter = "_ \(contextNames[context]): \(contextClasses[context])"
        var root: [[String]] = []
        if own.contains(where: hasOtherName) { root.append([#"var name: String { "\(type(of: self))" }"#]) }
        let isTree = own.contains { !index.isLeaf($0) }
        if isTree { root += [["var superstate: State? { nil }"], ["var initialSubstate: State? { nil }"]] }
        let effect = defersEffects.contains(context) ? "{ \(contextNames[context]).runEffect() }" : "{}"
        root += [["func didEnter(\(parameter)) \(effect)"], ["func willExit(\(parameter)) {}"]]
        for (event, name) in requests where context == 0 || takers[context][event] != nil {
            root.append(["func \(name)(\(parameter)) -> Reaction { .unhandled }"])
        }
        var parts = [SourceText.block("class State: ContextState", SourceText.joined(root))]
        if isTree {
            parts.append([
                "/// A state that lies in another one.", "class Part<Outer: State>: State {",
                "    let outer: Outer", "    init(in outer: Outer) { self.outer = outer }",
                "    override var superstate: State? { outer }", "}",
            ])
        }
        return parts + own.map { states[$0] ?? [] }
    }

    private func hasOtherName(_ state: Int) -> Bool { classes[state] != index.nodes[state].name }

    private func stateClass(_ number: Int) -> [String] {
        let (node, context) = (index.nodes[number], index.context[number])
        let parameter = "_ \(contextNames[context]): \(contextClasses[context])"
        func method(_ name: String, _ body: [String], returns: String = "") -> [String] {
            SourceText.block("override func \(name)(\(parameter))\(returns)", body)
        }
        let handlers = handlers(of: number)
        var parts: [[String]] = []
        if hasOtherName(number) { parts.append(["override var name: String { \(node.name.debugDescription) }"]) }
        parts += regionProperties(number)
        if !index.isLeaf(number) {
            let targets = node.initial.isEmpty ? [index.substates[number][0]] : index.resolved(node.initial)
            let initial = object(targets, in: context, below: number, from: number)
            parts.append(["override var initialSubstate: State? { \(initial) }"])
        }
        let entered = entryHook(number)
        if !entered.isEmpty {
            let calls = defersEffects.contains(context) ? ["super.didEnter(\(contextNames[context]))"] : []
            parts.append(method("didEnter", calls + entered))
        }
        let left = exitHook(number)
        if !left.isEmpty { parts.append(method("willExit", left)) }
        parts += handlers.map { method($0.name, $0.body, returns: " -> Reaction") }
        let parent = index.classes(around: number).dropFirst().first
        let superclass = parent.map { "Part<\(classes[$0])>" } ?? "State"
        let protocols = index.regions[number].isEmpty ? "" : ", OrthogonalState"
        return gapComments(before: number) + node.notes.map { SourceText.comment($0) }
            + SourceText.block("final class \(classes[number]): \(superclass)\(protocols)", SourceText.joined(parts))
    }

    /// The properties of a parallel state for the contexts of its regions.
    private func regionProperties(_ number: Int) -> [[String]] {
        let regions = index.regions[number]
        guard !regions.isEmpty else { return [] }
        let isOpen = regions.contains { startsAnywhere.contains($0) }
        var parts = regions.map { region in
            let (name, type) = (contextNames[region], contextClasses[region])
            return ["let \(name)" + (isOpen ? ": \(type)" : " = \(type)()")]
        }
        let list = regions.map { region in
            "Region(\(index.nodes[index.contexts[region].region!].name.debugDescription), \(contextNames[region]))"
        }
        parts.append(["var regions: [Region] { [\(list.joined(separator: ", "))] }"])
        if isOpen {
            let parent = index.classes(around: number).dropFirst().first
            let parameters =
                (parent.map { ["in outer: \(classes[$0])"] } ?? [])
                + regions.map { "\(contextNames[$0]): \(contextClasses[$0]) = \(contextClasses[$0])()" }
            parts.append(
                SourceText.block(
                    SourceText.call("init", parameters),
                    regions.map { "self.\(contextNames[$0]) = \(contextNames[$0])" }
                        + (parent == nil ? [] : ["super.init(in: outer)"])))
        }
        return parts
    }

    private func entryHook(_ number: Int) -> [String] {
        let context = index.context[number]
        var lines = (remembering[number] ?? []).map { history in
            let state = index.nodes[history].parent!
            let object = object([number], in: 0, below: state, from: state, outer: "$0")
            let name = index.nodes[number].identifier.debugDescription
            return "\(contextNames[0]).\(places[history]!) = (\(name), { \(object) })"
        }
        lines += index.nodes[number].entry.map { statement($0, in: context) }
        for region in index.regions[number] {
            if knowsRoot.contains(region) {
                let root = context == 0 ? contextNames[0] : root(from: context).replacing("?", with: "")
                lines.append("\(contextNames[region]).\(contextNames[0]) = \(root)")
            }
            lines.append("\(contextNames[region]).activate()")
        }
        // Entering a state may start a transition that needs no event.
        if index.isLeaf(number), dependsOnStates || !deciding.isDisjoint(with: index.ancestry(number)) {
            lines.append("\(root(from: context)).\(request(Self.eventless))()")
        }
        return lines
    }

    private func exitHook(_ number: Int) -> [String] {
        index.regions[number].reversed().map { "\(contextNames[$0]).deactivate()" }
            + index.nodes[number].exit.map { statement($0, in: index.context[number]) }
    }

    // MARK: Contexts

    /// The members that the chart's context and the regions' contexts have in common.
    private func commonParts(_ context: Int) -> [[String]] {
        var parts: [[String]] = [[]]
        for (event, request) in requests where context == 0 || takers[context][event] != nil {
            let isInner = event == Self.eventless && context == 0
            parts.append([
                (isInner ? "" : "@discardableResult ")
                    + "func \(request)()\(isInner ? "" : " -> Outcome") { delegate(State.\(request)) }"
            ])
        }
        if asksRegions.contains(context) {
            parts.append([
                "/// The state stays, whatever its regions have done.",
                "func staying(after outcomes: [Outcome]) -> Reaction {",
                "    outcomes.allSatisfy { $0 == .unhandled } ? .unhandled : .handled", "}",
            ])
        }
        if defersEffects.contains(context) {
            parts += [
                ["private var effect: ((\(contextClasses[context])) -> Void)?"],
                [
                    "/// Runs the effect of a transition between its exits and entries.",
                    "private func runEffect() {", "    guard let effect else { return }", "    self.effect = nil",
                    "    effect(self)", "}",
                ],
            ]
        }
        return parts
    }

    private func regionParts(_ context: Int) -> [[String]] {
        let region = index.contexts[context].region!
        var parts: [[String]] = []
        if knowsRoot.contains(context) { parts.append(["weak var \(contextNames[0]): \(contextClasses[0])?"]) }
        let begun = index.nodes[region].initial
        let targets =
            index.isClass[region] ? [region] : begun.isEmpty ? [index.substates[region][0]] : index.resolved(begun)
        let initial = object(targets, in: context, below: nil, from: nil)
        let isOpen = startsAnywhere.contains(context)
        parts.append([
            isOpen
                ? "init(startingIn state: State = \(initial)) { super.init(initial: state) }"
                : "init() { super.init(initial: \(initial)) }"
        ])
        return parts + commonParts(context)
    }

    private func machineParts(_ initial: String, _ begun: [String]) -> [[String]] {
        let histories = places.sorted { $0.key < $1.key }
        var parts = stored.sorted().map { ["let \(properties[$0]) = \(classes[$0])()"] }
        parts += histories.map { history, property in
            let state = classes[index.nodes[history].parent!]
            return ["private(set) var \(property): (name: String, make: (\(state)) -> State)?"]
        }
        if !histories.isEmpty {
            let texts = histories.map { "\($0.value)?.name ?? \"\"" }
            parts.append([
                "/// The substates to which histories lead, for the model.",
                "var histories: String { "
                    + (texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))].joined(separator: \", \")")
                    + " }",
            ])
        }
        if !effects.isEmpty { parts.append(["private(set) var log: [String] = []"]) }
        let start = "super.init(initial: \(initial))"
        parts += [[], begun.isEmpty ? ["init() { \(start) }"] : SourceText.block("init()", [start] + begun)]
        parts += commonParts(0) + placesForCode()
        if !effects.isEmpty {
            parts.append(SourceText.block("func takeLog() -> [String]", ["defer { log = [] }", "return log"]))
        }
        return parts
    }

    private func modelExtension() -> [String] {
        let name = contextClasses[0]
        let known = requests.filter { $0.event != Self.eventless && !$0.event.hasPrefix("done.state.") }
        let pairs = known.map { event, name in "\(event.debugDescription): { $0.\(name)() }," }
        let list = pairs.isEmpty ? ["[:]"] : ["["] + SourceText.indented(pairs) + ["]"]
        let arguments =
            ["\(name).init", "requests: requests"] + (places.isEmpty ? [] : ["data: { $0.histories }"])
            + (effects.isEmpty ? [] : ["trace: { $0.takeLog() }"])
        return SourceText.block(
            "extension \(name)",
            SourceText.block("static var requests: RequestList<\(name)>", list) + [""]
                + SourceText.block(
                    "static var model: MachineModel<String>", [SourceText.call("MachineModel", arguments)]))
    }

    // MARK: Gaps

    /// Comments on what no class expresses, from a state's line to the next state's line; for `nil`, before the first
    /// state.
    private func gapComments(before state: Int?) -> [String] {
        (gapsByState[state] ?? []).map {
            SourceText.comment("Not expressed: line \($0.line): \($0.description)", "//")
        }
    }
}
