/// Writes the classes of a chart as Swift source.
final class ClassWriter {
    typealias Arguments = [(label: String, value: Call)]

    let index: ChartIndex
    let chart: Chart
    /// The parts of the document that no class can express: first the gaps from reading, then the gaps from writing.
    private(set) var gaps: [Chart.Gap]
    private var knownGaps: Set<Chart.Gap> = []
    /// The gaps, keyed by the states before which they are written; `nil` until all gaps are known.
    var gapsByState: [Int?: [Chart.Gap]]?

    // Names, by number: the classes and properties of contexts, then the classes and properties of states.
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
    private var effects: [(effect: Chart.Effect, name: String)] = []
    private var effectNames: [Chart.Effect: String] = [:]
    private var guards: [(condition: String, name: String)] = []
    private var askedStates: [String: [Int]?] = [:]
    private var guardNames: [String: String] = [:]
    var places: [String: (type: String, property: String, noting: String, method: String)] = [:]

    // The contexts and states, by number, for which the handlers need further declarations.
    var knowsRoot: Set<Int> = []
    var defersEffects: Set<Int> = []
    var asksRegions: Set<Int> = []
    var startsAnywhere: Set<Int> = []
    var remembersBefore: Set<Int> = []
    var tested: [Set<Int>]
    var stored: Set<Int> = []

    /// For each context, the events that cause a transition in the context or in a region inside it.
    private(set) var handled: [Set<String>] = []
    /// For each context and event, the states with transitions for the event, including states in inner regions.
    private(set) var takers: [[String: [Int]]] = []
    /// The states with transitions that have no event.
    private(set) var deciding: Set<Int> = []
    /// True if entering a state may enable transitions without an event in other states.
    private(set) var dependsOnStates = false

    /// The key for transitions without an event.
    static let eventless = ""

    init(_ chart: Chart, named name: String) {
        (self.chart, index, gaps) = (chart, ChartIndex(chart), chart.documentGaps)
        tested = index.contexts.map { _ in [] }
        nameAll(name)
        findEvents()
        noteGaps()
    }

    private func nameAll(_ name: String) {
        var types = SwiftNames()
        contextClasses = [types.type(name, or: "Machine")]
        contextNames = [members.member(name, or: "machine")]
        for context in index.contexts.dropFirst() {
            let name = index.states[context.region!].node.name
            contextClasses.append(types.type(name, or: "Region"))
            contextNames.append(members.member(name, or: "region"))
        }
        let events = index.states.flatMap { state in
            let node = state.node
            let effects = node.transitions.flatMap(\.effects) + node.entry + node.exit + node.initialEffects
            return node.transitions.map { $0.event ?? Self.eventless }
                + effects.compactMap { if case .raise(let event) = $0 { event } else { nil } }
        }
        var known: Set<String> = []
        for event in events where known.insert(event).inserted {
            let name = members.member(event.isEmpty ? "decide" : event, or: "request")
            requests.append((event, name))
            requestNames[event] = name
            order[event] = order.count
        }
        let outside = Set(contextClasses)
        var inside = index.contexts.map { _ in SwiftNames(otherThan: outside) }
        for state in index.states {
            classes.append(inside[state.context].type(state.node.name, or: "State"))
            properties.append(members.member(state.node.name, or: "state"))
            let region = state.context > 0 ? contextClasses[state.context] + " " : ""
            tests.append(members.member(region + state.node.name, after: "is in", or: "state"))
        }
        for (number, state) in index.states.enumerated() {
            for history in state.histories {
                let name = classes[number]
                places[history.identifier] = (
                    inside[0].type(name + " place", or: "Type"), members.member(name, after: "last in", or: "place"),
                    members.member(name, after: "remember", or: "place"),
                    members.member(name, after: "resumed", or: "state")
                )
            }
        }
    }

    private func findEvents() {
        handled = index.contexts.map { _ in [] }
        takers = index.contexts.map { _ in [:] }
        func contexts(around state: Int) -> some Sequence<Int> {
            sequence(first: index.states[state].context) {
                self.index.contexts[$0].owner.map { self.index.states[$0].context }
            }
        }
        for (number, state) in index.states.enumerated() {
            for event in Set(state.node.transitions.map { $0.event ?? Self.eventless }) {
                for context in contexts(around: number) { takers[context][event, default: []].append(number) }
            }
            for transition in state.node.transitions {
                let host = index.host(of: transition, from: number)
                for context in contexts(around: host) { handled[context].insert(transition.event ?? Self.eventless) }
                guard transition.event == nil else { continue }
                deciding.insert(number)
                dependsOnStates = dependsOnStates || transition.condition?.contains("In(") == true
            }
        }
    }

    func request(_ event: String) -> String { requestNames[event] ?? "" }

    func note(_ line: Int, _ description: String) {
        let gap = Chart.Gap(line: line, description: description)
        if knownGaps.insert(gap).inserted { gaps.append(gap) }
    }

    private func noteGaps() {
        let decides = !deciding.isEmpty
        for (number, state) in index.states.enumerated() {
            let node = state.node
            if !node.initialEffects.isEmpty {
                note(node.line, "what “\(node.name)” does before its first substate; write it where that is entered")
            }
            for history in state.histories {
                let name = "the history “\(history.name)”"
                if !keepsHistory(of: number) {
                    note(history.line, "\(name) is of regions; it leads to where they begin")
                } else if history.kind == .history(isDeep: true),
                    index.all(in: number).contains(where: { !index.states[$0].regions.isEmpty })
                {
                    note(history.line, "\(name) does not remember states of regions")
                }
                if history.transitions.contains(where: { !$0.effects.isEmpty }) {
                    note(history.line, "what \(name) does first")
                }
            }
            if node.initial.contains(where: { index.histories[$0] != nil }) {
                note(node.line, "“\(node.name)” begins where its history begins")
            }
            let effects = node.entry + node.exit + node.transitions.flatMap(\.effects)
            if decides, effects.contains(where: { if case .raise = $0 { true } else { false } }) {
                note(node.line, "what “\(node.name)” raises comes before transitions without an event")
            }
        }
    }

    // MARK: Effects and conditions

    /// An expression for the whole chart's context that is valid in a state of `context`.
    func root(from context: Int, _ name: String? = nil) -> String {
        guard context > 0 else { return name ?? contextNames[0] }
        knowsRoot.insert(context)
        return "\(name ?? contextNames[context]).\(contextNames[0])?"
    }

    private func name(of effect: Chart.Effect, _ text: String) -> String {
        if let known = effectNames[effect] { return known }
        let name = members.member(text, or: "effect")
        effects.append((effect, name))
        effectNames[effect] = name
        return name
    }

    func statement(_ effect: Chart.Effect, in context: Int, _ name: String? = nil) -> String {
        let method =
            switch effect {
            case .raise(let event): request(event)
            case .log(let text), .other(let text): self.name(of: effect, text)
            }
        return "\(root(from: context, name)).\(method)()"
    }

    /// The condition of a transition in Swift: a test of states, or a call of a method that a developer fills in.
    func condition(_ text: String, in context: Int) -> String {
        if states(askedBy: text) != nil {
            let swift = text.replacing(/\band\b/, with: "&&").replacing(/\bor\b/, with: "||")
                .replacing(/\bnot\b\s*|!\s*(?=In)/, with: "!")
            return swift.replacing(/(!?)In\(\s*['"]([^'"]*)['"]\s*\)/) { match in
                test(index.state(String(match.output.2))!, in: context, isNegated: !match.output.1.isEmpty)
            }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let isQuestion = text.prefixMatch(of: /is[A-Z\s]/) != nil
        let name = guardNames[text] ?? members.member(text, after: isQuestion ? "" : "is", or: "guard")
        if guardNames.updateValue(name, forKey: text) == nil { guards.append((text, name)) }
        return context > 0 ? "\(root(from: context)).\(name)() == true" : "\(root(from: 0)).\(name)()"
    }

    /// The states that a condition such as `In('a') && !In('b')` tests; `nil` if it also tests something else.
    func states(askedBy condition: String) -> [Int]? {
        if let known = askedStates[condition] { return known }
        guard condition.contains("In(") else { return nil }
        let names = condition.matches(of: /In\(\s*['"]([^'"]*)['"]\s*\)/)
        let rest = condition.replacing(/In\(\s*['"][^'"]*['"]\s*\)|\b(?:and|or|not)\b/, with: "")
        let states = names.compactMap { index.state(String($0.output.1)) }
        let isComplete = states.count == names.count && rest.allSatisfy { " ()!&|\n\t".contains($0) }
        askedStates[condition] = .some(isComplete ? states : nil)
        return isComplete ? states : nil
    }

    private func test(_ state: Int, in context: Int, isNegated: Bool) -> String {
        let property = property(testing: state, of: 0)
        if context == 0 { return "\(isNegated ? "!" : "")\(root(from: 0)).\(property)" }
        return "\(root(from: context)).\(property) \(isNegated ? "!=" : "==") true"
    }

    /// The name of the property that is true while the chart is in a state. `context`, and all contexts on the way to
    /// the state, get this property.
    func property(testing state: Int, of context: Int) -> String {
        var state = state
        while !index.states[state].isClass { state = index.states[state].parent! }
        var next = Optional(index.states[state].context)
        while let number = next {
            tested[number].insert(state)
            next = number == context ? nil : index.contexts[number].owner.map { index.states[$0].context }
        }
        return tests[state]
    }

    /// The methods for conditions and effects, which a developer fills in.
    func placesForCode() -> [[String]] {
        guards.map { condition, name in
            SourceText.comment("Returns true if `\(condition)`.", at: 4)
                + SourceText.declaration("func \(name)() -> Bool", ["true"], at: 4)
        }
            + effects.map { effect, name in
                let (comment, text) =
                    switch effect {
                    case .log(let text): ("Logs `\(text)`.", text)
                    case .other(let text), .raise(let text): ("Does `\(text)`.", text)
                    }
                let literal = SourceText.literal(text, at: 20)
                let body =
                    literal.count == 1
                    ? ["log.append(\(literal[0]))"] : ["log.append("] + literal.map { "    " + $0 } + [")"]
                return SourceText.comment(comment, at: 4) + SourceText.declaration("func \(name)()", body, at: 4)
            }
    }

    var hasEffects: Bool { !effects.isEmpty }
}
