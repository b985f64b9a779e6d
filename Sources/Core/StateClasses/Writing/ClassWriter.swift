/// Writes the classes of a chart.
final class ClassWriter {
    typealias Arguments = [(label: String, value: Call)]

    let index: ChartIndex
    let chart: Chart
    /// What no class expresses, beside what the reader of the document has found.
    var gaps: [Chart.Gap] = []

    // Names: of contexts and of what refers to one; of states and of the properties that keep one or ask for it.
    var contextClasses: [String] = []
    var contextNames: [String] = []
    var classes: [String] = []
    var properties: [String] = []
    var tests: [String] = []
    var requests: [(event: String, name: String)] = []
    private var requestNames: [String: String] = [:]
    /// The places of events among the requests.
    private(set) var order: [String: Int] = [:]
    private var members = SwiftNames()
    private var effects: [(effect: Chart.Effect, name: String)] = []
    private var effectNames: [Chart.Effect: String] = [:]
    private var guards: [(condition: String, name: String)] = []
    private var guardNames: [String: String] = [:]
    var places: [String: (type: String, property: String, method: String)] = [:]

    // What the handlers turned out to need, by the number of the context or the state.
    var knowsRoot: Set<Int> = []
    var defersEffects: Set<Int> = []
    var asksRegions: Set<Int> = []
    var startsAnywhere: Set<Int> = []
    var remembersBefore: Set<Int> = []
    var tested: [Set<Int>]
    var stored: Set<Int> = []

    /// The events for which a state of a context, or of a region in it, makes a transition.
    private(set) var handled: [Set<String>] = []
    /// The states with transitions that need no event.
    private(set) var deciding: Set<Int> = []

    /// The event of the request by which a state asks for a transition that needs no event.
    static let eventless = ""

    init(_ chart: Chart, named name: String) {
        (self.chart, index) = (chart, ChartIndex(chart))
        tested = index.contexts.map { _ in [] }
        nameAll(name)
        findEvents()
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
                    members.member(name, after: "resumed", or: "state")
                )
            }
        }
    }

    private func findEvents() {
        handled = index.contexts.map { _ in [] }
        for (number, state) in index.states.enumerated() {
            for transition in state.node.transitions {
                if transition.event == nil { deciding.insert(number) }
                var next = Optional(index.states[index.host(of: transition, from: number)].context)
                while let context = next {
                    handled[context].insert(transition.event ?? Self.eventless)
                    next = index.contexts[context].owner.map { index.states[$0].context }
                }
            }
        }
    }

    func request(_ event: String) -> String { requestNames[event] ?? "" }

    func note(_ line: Int, _ description: String) { gaps.append(Chart.Gap(line: line, description: description)) }

    // MARK: Effects and conditions

    /// The name by which a statement of a context's state knows the context of the whole chart.
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

    /// The condition of a transition as Swift has it: a question for states, or a method that somebody fills in.
    func condition(_ text: String, in context: Int) -> String {
        let question = /In\(\s*['"]([^'"]*)['"]\s*\)/
        let rest = text.replacing(question, with: "").replacing(/\b(?:and|or|not)\b/, with: "")
        let asked = text.matches(of: question).map { String($0.output.1) }
        if !asked.isEmpty, rest.allSatisfy({ " ()!&|\n\t".contains($0) }), asked.allSatisfy({ index.state($0) != nil }) {
            let swift = text.replacing(/\band\b/, with: "&&").replacing(/\bor\b/, with: "||")
                .replacing(/\bnot\b\s*/, with: "!").replacing(/!\s*(?=In)/, with: "!")
            return swift.replacing(/(!?)In\(\s*['"]([^'"]*)['"]\s*\)/) { match in
                test(index.state(String(match.output.2))!, in: context, isNegated: !match.output.1.isEmpty)
            }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let name = guardNames[text] ?? members.member(text, after: "is", or: "guard")
        if guardNames.updateValue(name, forKey: text) == nil { guards.append((text, name)) }
        return context > 0 ? "\(root(from: context)).\(name)() == true" : "\(root(from: 0)).\(name)()"
    }

    private func test(_ state: Int, in context: Int, isNegated: Bool) -> String {
        let property = property(testing: state, of: 0)
        if context == 0 { return "\(isNegated ? "!" : "")\(root(from: 0)).\(property)" }
        return "\(root(from: context)).\(property) \(isNegated ? "!=" : "==") true"
    }

    /// The property of a context that is true while the chart is in a state; the contexts on the way there get one, too.
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

    /// True if a condition asks for states.
    static func asksForStates(_ transition: Chart.Transition) -> Bool {
        transition.condition?.contains(/In\(/) == true
    }

    /// The methods for conditions and effects, which somebody fills in.
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
                let body = literal.count == 1 ? ["log.append(\(literal[0]))"] : ["log.append("] + literal.map { "    " + $0 } + [")"]
                return SourceText.comment(comment, at: 4) + SourceText.declaration("func \(name)()", body, at: 4)
            }
    }

    var hasEffects: Bool { !effects.isEmpty }
}
