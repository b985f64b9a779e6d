/// Writes the classes of a chart as Swift source.
final class ClassWriter {
    let index: ChartIndex
    let chart: Chart
    /// The parts of the document that no class can express: first the gaps from reading, then the gaps from writing.
    private(set) var gaps: [Chart.Gap]
    /// The gaps, keyed by the states before which they are written.
    var gapsByState: [Int?: [Chart.Gap]] = [:]
    private var knownGaps: Set<Chart.Gap> = []

    // Names, by number: the classes and properties of contexts, then the classes, properties and tests of nodes.
    var contextClasses: [String] = []
    var contextNames: [String] = []
    var classes: [String] = []
    var properties: [String] = []
    var tests: [String] = []
    var requests: [(event: String, name: String)] = []
    private var requestNames: [String: String] = [:]
    /// The position of each event in the list of requests.
    private(set) var order: [String: Int] = [:]
    private var members = SwiftNames()
    private(set) var effects: [(effect: Chart.Effect, text: String, name: String)] = []
    private var effectNames: [Chart.Effect: String] = [:]
    private var guards: [(condition: String, name: String)] = []
    private var guardNames: [String: String] = [:]
    private var askedStates: [String: [Int]?] = [:]
    /// The conditions of transitions that the machine makes by itself, and that can come back to where they began.
    private var returning: Set<String> = []
    var places: [Int: (type: String, property: String, noting: String, method: String)] = [:]

    // The contexts and states, by number, for which the handlers need further declarations.
    var knowsRoot: Set<Int> = []
    var defersEffects: Set<Int> = []
    var asksRegions: Set<Int> = []
    var startsAnywhere: Set<Int> = []
    var tested: [Set<Int>]
    var stored: Set<Int> = []

    /// For each context, the events that cause a transition in the context or in a region inside it.
    private(set) var handled: [Set<String>]
    /// For each context and event, the states with transitions for the event, including states in inner regions.
    private(set) var takers: [[String: [Int]]]
    /// The states with transitions that have no event.
    private(set) var deciding: Set<Int> = []
    /// True if entering a state may enable transitions without an event in other states.
    private(set) var dependsOnStates = false
    /// True if an effect may enable transitions without an event.
    private(set) var dependsOnEffects = false

    /// The key for transitions without an event.
    static let eventless = ""

    init(_ chart: Chart, named name: String) {
        (self.chart, index, gaps) = (chart, ChartIndex(chart), chart.documentGaps)
        tested = index.contexts.map { _ in [] }
        handled = index.contexts.map { _ in [] }
        takers = index.contexts.map { _ in [:] }
        nameAll(name)
        findEvents()
        findReturning()
        noteGaps()
    }

    private func nameAll(_ name: String) {
        var types = SwiftNames()
        contextClasses = [types.given(name.isEmpty ? "Machine" : name)]
        contextNames = [members.member(contextClasses[0].count > 20 ? "machine" : contextClasses[0], or: "machine")]
        for context in index.contexts.dropFirst() {
            let name = index.nodes[context.region!].name
            contextClasses.append(types.type(name, or: "Region"))
            contextNames.append(members.member(name, or: "region"))
        }
        let events = index.states.map { index.nodes[$0] }.flatMap { node in
            let effects = node.transitions.flatMap(\.effects) + node.entry + node.exit + node.initialEffects
            return node.transitions.map { $0.event ?? Self.eventless }
                + effects.compactMap { if case .raise(let event) = $0 { event } else { nil } }
        }
        for event in events where requestNames[event] == nil {
            let name = members.member(event.isEmpty ? "decide" : event, or: "request")
            requests.append((event, name))
            requestNames[event] = name
            order[event] = order.count
        }
        let names = Dictionary(grouping: index.states) { index.nodes[$0].name }
        var inside = index.contexts.map { _ in SwiftNames(otherThan: Set(contextClasses)) }
        for (number, node) in index.nodes.enumerated() {
            let (type, member) =
                index.isHistory(number)
                ? ("", "") : SwiftNames.pair(node.name, &inside[index.context[number]], &members)
            classes.append(type)
            properties.append(member)
            // States of one name are told apart by their regions.
            let isAlone = index.context[number] == 0 || names[node.name]?.count == 1
            let region = isAlone ? "" : contextClasses[index.context[number]] + " "
            tests.append(index.isHistory(number) ? "" : members.member(region + node.name, after: "is in", or: "state"))
        }
        for (number, node) in index.nodes.enumerated() where index.isHistory(number) {
            let name = (node.kind == .history(isDeep: true) ? "deep " : "") + index.nodes[node.parent!].name
            places[number] = (
                inside[0].type(name + " place", or: "Type"), members.member(name, after: "last in", or: "place"),
                members.member(name, after: "remember", or: "place"),
                members.member(name, after: "resumed", or: "state")
            )
        }
    }

    private func findEvents() {
        deciding = Set(index.states.filter { index.nodes[$0].transitions.contains { $0.event == nil } })
        for number in index.states {
            for event in Set(index.nodes[number].transitions.map { $0.event ?? Self.eventless }) {
                for context in index.contexts(around: number) { takers[context][event, default: []].append(number) }
            }
            for transition in index.nodes[number].transitions {
                let host = index.host(of: transition, from: number)
                for context in index.contexts(around: host) {
                    handled[context].insert(transition.event ?? Self.eventless)
                }
                guard transition.event == nil, let condition = transition.condition else { continue }
                dependsOnStates = dependsOnStates || condition.contains("In(")
                dependsOnEffects = dependsOnEffects || states(askedBy: condition) == nil
            }
        }
        // In other regions, effects may do so as well.
        dependsOnStates = dependsOnStates || dependsOnEffects && index.contexts.count > 1
    }

    /// Finds the conditions in loops of transitions without an event, or for events that the chart raises.
    ///
    /// While they are not filled in, a machine must not run through such a loop for ever.
    private func findReturning() {
        let raised = Set(
            index.nodes.flatMap { $0.entry + $0.exit + $0.transitions.flatMap(\.effects) }.compactMap { effect in
                if case .raise(let event) = effect { event } else { nil }
            })
        let automatic = index.states.flatMap { state in
            index.nodes[state].transitions.filter { $0.event.map(raised.contains) ?? true }.map { (state, $0) }
        }
        guard automatic.contains(where: { $1.condition != nil }), automatic.count < 1_000 else { return }
        // A transition can be followed by those of the states that it enters, and of the states around.
        let next = automatic.map { source, transition in
            let targets = transition.targets.isEmpty ? [source] : index.resolved(transition.targets)
            return automatic.indices.filter { other in
                targets.contains { index.lies($0, in: automatic[other].0) || index.lies(automatic[other].0, in: $0) }
            }
        }
        for (start, (_, transition)) in automatic.enumerated() {
            guard let condition = transition.condition else { continue }
            var (seen, open) = (Set<Int>(), next[start])
            while let step = open.popLast() { if seen.insert(step).inserted { open += next[step] } }
            if seen.contains(start) { returning.insert(condition) }
        }
    }

    func request(_ event: String) -> String { requestNames[event] ?? "" }

    func note(_ line: Int, _ description: String) {
        let gap = Chart.Gap(line: line, description: description)
        if knownGaps.insert(gap).inserted { gaps.append(gap) }
    }

    private func noteGaps() {
        for (number, node) in index.nodes.enumerated() {
            if !node.initialEffects.isEmpty {
                note(node.line, "what “\(node.name)” does before its first substate; write it where that is entered")
            }
            if let parent = node.parent, index.isHistory(number) {
                let name = "the history “\(node.name)”"
                if !keepsHistory(of: parent) {
                    note(node.line, "\(name) is of regions; it leads to where they begin")
                } else if node.kind == .history(isDeep: true),
                    index.all(in: parent).contains(where: { !index.regions[$0].isEmpty })
                {
                    note(node.line, "\(name) does not remember states of regions")
                }
                if node.transitions.contains(where: { !$0.effects.isEmpty }) {
                    note(node.line, "what \(name) does first")
                }
            }
            if index.resolved(node.initial) != index.targets(of: .init(targets: node.initial, line: 0)) {
                note(node.line, "“\(node.name)” begins where its history begins")
            }
            let effects = node.entry + node.exit + node.transitions.flatMap(\.effects)
            if !deciding.isEmpty, effects.contains(where: { if case .raise = $0 { true } else { false } }) {
                note(node.line, "what “\(node.name)” raises comes before transitions without an event")
            }
        }
    }

    /// True if the context of the whole chart remembers the latest substates of a state.
    func keepsHistory(of state: Int) -> Bool { index.context[state] == 0 && index.regions[state].isEmpty }

    // MARK: Effects and conditions

    /// An expression for the whole chart's context that is valid in a state of `context`.
    func root(from context: Int, _ name: String? = nil) -> String {
        guard context > 0 else { return name ?? contextNames[0] }
        // Each context gets it from the one around.
        let region = index.contexts[context].region!
        knowsRoot.formUnion(index.contexts(around: region).filter { $0 > 0 })
        return "\(name ?? contextNames[context]).\(contextNames[0])?"
    }

    func statement(_ effect: Chart.Effect, in context: Int, _ name: String? = nil) -> String {
        let method: String
        switch effect {
        case .raise(let event): method = request(event)
        case .log(let text), .other(let text):
            method = effectNames[effect] ?? members.member(text, or: "effect")
            if effectNames.updateValue(method, forKey: effect) == nil { effects.append((effect, text, method)) }
        }
        return "\(root(from: context, name)).\(method)()"
    }

    /// The condition of a transition in Swift: a test of states, or a call of a method that a developer fills in.
    func condition(_ text: String, in context: Int) -> String {
        if states(askedBy: text) != nil {
            return Self.operators(in: text).replacing(/(!?)In\('([^']*)'\)/) { match in
                let property = property(testing: index.state(String(match.output.2))!, of: 0)
                let isNegated = !match.output.1.isEmpty
                if context == 0 { return "\(isNegated ? "!" : "")\(root(from: 0)).\(property)" }
                return "\(root(from: context)).\(property) \(isNegated ? "!=" : "==") true"
            }
        }
        let isQuestion = text.prefixMatch(of: /is[A-Z\s]/) != nil
        let name = guardNames[text] ?? members.member(text, after: isQuestion ? "" : "is", or: "guard")
        if guardNames.updateValue(name, forKey: text) == nil { guards.append((text, name)) }
        return context > 0 ? "\(root(from: context)).\(name)() == true" : "\(root(from: 0)).\(name)()"
    }

    /// A condition with the operators of Swift, and with blanks around those that have two sides.
    private static func operators(in condition: String) -> String {
        let parts = condition.split(omittingEmptySubsequences: false) { "'\"".contains($0) }.map(String.init)
        return parts.enumerated().map { number, part in
            if number % 2 == 1 { return part }
            return part.replacing(/\band\b/, with: "&&").replacing(/\bor\b/, with: "||").replacing(/\bnot\b/, with: "!")
                .replacing(/\s+/, with: "").replacing("!!", with: "").replacing(/&&|\|\|/) { " \($0.output) " }
        }.joined(separator: "'")
    }

    /// The states that a condition such as `In('a') && !In('b')` tests; `nil` if it is anything else.
    func states(askedBy condition: String) -> [Int]? {
        if let known = askedStates[condition] { return known }
        guard condition.contains("In(") else { return nil }
        let form = Self.operators(in: condition)
        let states = form.matches(of: /In\('([^']*)'\)/).compactMap { index.state(String($0.output.1)) }
        let parts = form.replacing(/In\('[^']*'\)/, with: "x").split(separator: " ", omittingEmptySubsequences: false)
        var depth = 0
        let isRight = parts.enumerated().allSatisfy { number, part in
            if number % 2 == 1 { return true }
            guard let operand = part.wholeMatch(of: /([!(]*)x(\)*)/)?.output else { return false }
            depth += operand.1.count { $0 == "(" } - operand.2.count
            return depth >= 0
        }
        askedStates[condition] = .some(isRight && depth == 0 && states.count == parts.count / 2 + 1 ? states : nil)
        return askedStates[condition]!
    }

    /// The name of the property that is true while the chart is in a state. `context`, and all contexts on the way to
    /// the state, get this property.
    func property(testing state: Int, of context: Int) -> String {
        let state = index.ancestry(state).first { index.isClass[$0] }!
        var next = Optional(index.context[state])
        while let number = next {
            tested[number].insert(state)
            next = number == context ? nil : index.contexts[number].owner.map { index.context[$0] }
        }
        return tests[state]
    }

    /// The methods for conditions and effects, which a developer fills in.
    func placesForCode() -> [[String]] {
        guards.map { condition, name in
            let isOpen = returning.contains(condition)
            let hint = isOpen ? " Until you fill it in, it is false: the machine would not come to rest." : ""
            return [
                SourceText.comment("Returns true if `\(condition)`." + hint), "func \(name)() -> Bool { \(!isOpen) }",
            ]
        }
            + effects.map { effect, text, name in
                var verb = "Does"
                if case .log = effect { verb = "Logs" }
                return [
                    SourceText.comment("\(verb) `\(text)`."), "func \(name)() { log.append(\(text.debugDescription)) }",
                ]
            }
    }
}
