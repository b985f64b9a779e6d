/// Writes the classes of a chart as Swift source.
final class ClassWriter {
    let index: ChartIndex
    let chart: Chart
    /// The parts of the document that no class can express: first the gaps from reading, then the gaps from writing.
    private(set) var gaps: [Chart.Gap]
    /// The gaps, keyed by the states before which they are written.
    var gapsByState: [Int?: [Chart.Gap]] = [:]
    private var knownGaps: Set<Chart.Gap> = []

    // Names, by number: the classes and properties of contexts, then the classes and properties of nodes.
    var contextClasses: [String] = []
    var contextNames: [String] = []
    var classes: [String] = []
    var properties: [String] = []
    var requests: [(event: String, name: String)] = []
    /// The position of each event in the list of requests.
    private(set) var order: [String: Int] = [:]
    private var members = SwiftNames()
    private(set) var effects: [(text: String, name: String)] = []
    private var effectNames: [String: String] = [:]
    private var guards: [(condition: String, name: String)] = []
    private var guardNames: [String: String] = [:]
    /// The conditions of transitions that the machine makes by itself: without an event, or for one that it raises.
    private var automatic: Set<String> = []
    /// The names of the properties with the substates to which histories lead.
    private(set) var places: [Int: String] = [:]
    /// The histories that remember a state, keyed by the state.
    private(set) var remembering: [Int: [Int]] = [:]

    // The contexts and states, by number, for which the handlers need further declarations.
    var knowsRoot: Set<Int> = []
    var defersEffects: Set<Int> = []
    var asksRegions: Set<Int> = []
    var startsAnywhere: Set<Int> = []
    var stored: Set<Int> = []

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
        takers = index.contexts.map { _ in [:] }
        nameAll(name)
        findEvents()
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
        let transitions = index.states.flatMap { index.nodes[$0].transitions }
        let effects = index.nodes.flatMap { $0.entry + $0.exit + $0.initialEffects } + transitions.flatMap(\.effects)
        let raised = effects.compactMap { if case .raise(let event) = $0 { event } else { nil } }
        let isRaised = Set(raised)
        automatic = Set(transitions.filter { $0.event.map(isRaised.contains) ?? true }.compactMap(\.condition))
        for event in transitions.map({ $0.event ?? Self.eventless }) + raised where order[event] == nil {
            order[event] = requests.count
            requests.append((event, members.member(event.isEmpty ? "decide" : event, or: "request")))
        }
        var inside = index.contexts.map { _ in SwiftNames(otherThan: Set(contextClasses)) }
        for (number, node) in index.nodes.enumerated() {
            let (type, member) =
                index.isHistory(number)
                ? ("", "") : SwiftNames.pair(node.name, &inside[index.context[number]], &members)
            classes.append(type)
            properties.append(member)
        }
        for (number, node) in index.nodes.enumerated() where index.isHistory(number) {
            let name = (node.kind == .history(isDeep: true) ? "deep " : "") + index.nodes[node.parent!].name
            guard keepsHistory(of: node.parent!) else { continue }
            places[number] = members.member(name, after: "last in", or: "place")
            for state in remembered(by: number) { remembering[state, default: []].append(number) }
        }
    }

    private func findEvents() {
        deciding = Set(index.states.filter { index.nodes[$0].transitions.contains { $0.event == nil } })
        for number in index.states {
            for event in Set(index.nodes[number].transitions.map { $0.event ?? Self.eventless }) {
                for context in index.contexts(around: number) { takers[context][event, default: []].append(number) }
            }
        }
        let conditions = deciding.flatMap { index.nodes[$0].transitions }.filter { $0.event == nil }
            .compactMap(\.condition)
        dependsOnEffects = conditions.contains { states(askedBy: $0) == nil }
        // In other regions, effects may enable a transition of a state that is entered.
        dependsOnStates =
            conditions.contains { $0.contains("In(") } || dependsOnEffects && index.contexts.count > 1
    }

    func request(_ event: String) -> String { order[event].map { requests[$0].name } ?? "" }

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
    private func keepsHistory(of state: Int) -> Bool { index.context[state] == 0 && index.regions[state].isEmpty }

    /// The substates that a history remembers: the leaves for a deep history, and the direct substates for any other.
    private func remembered(by history: Int) -> [Int] {
        let state = index.nodes[history].parent!
        let isDeep = index.nodes[history].kind == .history(isDeep: true)
        let all = isDeep ? index.all(in: state).filter(index.isLeaf) : index.substates[state]
        return all.filter { $0 != state && index.context[$0] == 0 }
    }

    // MARK: Effects and conditions

    /// An expression for the whole chart's context that is valid in a state of `context`.
    func root(from context: Int) -> String {
        guard context > 0 else { return contextNames[0] }
        // Each context gets it from the one around.
        let region = index.contexts[context].region!
        knowsRoot.formUnion(index.contexts(around: region).filter { $0 > 0 })
        return "\(contextNames[context]).\(contextNames[0])?"
    }

    func statement(_ effect: Chart.Effect, in context: Int) -> String {
        let method: String
        switch effect {
        case .raise(let event): method = request(event)
        case .log(let text), .other(let text):
            method = effectNames[text] ?? members.member(text, or: "effect")
            if effectNames.updateValue(method, forKey: text) == nil { effects.append((text, method)) }
        }
        return "\(root(from: context)).\(method)()"
    }

    /// The condition of a transition in Swift: a test of states, or a call of a method that a developer fills in.
    func condition(_ text: String, in context: Int) -> String {
        if states(askedBy: text) != nil {
            return Self.operators(in: text).replacing(/(!?)In\('([^']*)'\)/) { match in
                let state = index.state(String(match.output.2))!
                return "\(search(for: state, in: 0, root(from: context))) \(match.output.1.isEmpty ? "!=" : "==") nil"
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
        return isRight && depth == 0 && states.count == parts.count / 2 + 1 ? states : nil
    }

    /// An expression for the object of an active state; `nil` while the state is not active. `name` is that of a context
    /// around the state.
    func search(for state: Int, in context: Int, _ name: String) -> String {
        let state = index.ancestry(state).first { index.isClass[$0] }!
        let inner = index.context[state]
        let region = "?.\(contextNames[inner])"
        let place = inner == context ? name : search(for: index.contexts[inner].owner!, in: context, name) + region
        return "\(place).state.enclosing(\(contextClasses[inner]).\(classes[state]).self)"
    }

    /// The methods for conditions and effects, which a developer fills in.
    func placesForCode() -> [[String]] {
        guards.map { condition, name in
            let isOpen = automatic.contains(condition)
            let hint = isOpen ? " Until you fill it in, it is false, and the machine comes to rest." : ""
            return [
                SourceText.comment("Returns true if `\(condition)`." + hint), "func \(name)() -> Bool { \(!isOpen) }",
            ]
        }
            + effects.map { text, name in
                [SourceText.comment("Does `\(text)`."), "func \(name)() { log.append(\(text.debugDescription)) }"]
            }
    }
}
