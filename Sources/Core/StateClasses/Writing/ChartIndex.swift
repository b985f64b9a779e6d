/// The nodes of a chart, numbered, each with the context to which its class belongs.
///
/// The states of a chart belong to one context; each region of a parallel state has a separate context.
struct ChartIndex {
    /// A state, a final state or a region, with its place in the tree and its context.
    struct State {
        let node: Chart.Node
        let parent: Int?
        /// The number of the context to which the state belongs.
        let context: Int
        /// False for a region that has only states: it needs no class, because its context stands for it.
        var isClass = true
        var substates: [Int] = []
        /// The numbers of the regions' contexts.
        var regions: [Int] = []
        var histories: [Chart.Node] = []
        /// True if the state itself can be a context's current state.
        var isLeaf: Bool { substates.isEmpty || node.initial == [node.identifier] }
    }

    struct Context {
        /// The region that the context stands for, and the region's parallel state; both `nil` for the whole chart's
        /// context.
        let region: Int?
        let owner: Int?
        /// The context's states that are classes.
        var states: [Int] = []
    }

    private(set) var states: [State] = []
    private(set) var contexts: [Context] = [Context(region: nil, owner: nil)]
    private(set) var numbers: [String: Int] = [:]
    /// The histories, keyed by their identifiers, each with the state to which it belongs.
    private(set) var histories: [String: (node: Chart.Node, of: Int)] = [:]

    init(_ chart: Chart) {
        for root in chart.roots { _ = add(root, in: nil, of: 0) }
        for number in states.indices where states[number].isClass {
            contexts[states[number].context].states.append(number)
        }
    }

    private mutating func add(_ node: Chart.Node, in parent: Int?, of context: Int) -> Int {
        let number = states.count
        states.append(State(node: node, parent: parent, context: context))
        numbers[node.identifier] = number
        for substate in node.substates {
            if case .history = substate.kind {
                histories[substate.identifier] = (substate, number)
                states[number].histories.append(substate)
            } else if node.kind == .parallel {
                addRegion(substate, of: number)
            } else {
                let added = add(substate, in: number, of: context)
                states[number].substates.append(added)
            }
        }
        return number
    }

    private mutating func addRegion(_ node: Chart.Node, of owner: Int) {
        let context = contexts.count
        contexts.append(Context(region: states.count, owner: owner))
        states[owner].regions.append(context)
        let region = add(node, in: owner, of: context)
        let isEmpty = node.entry.isEmpty && node.exit.isEmpty && node.initialEffects.isEmpty
        let staysInside = node.transitions.contains { transition in
            transition.targets.isEmpty
                || transition.targets.contains { numbers[$0].map { lies($0, in: region) && $0 != region } ?? false }
        }
        states[region].isClass =
            node.kind != .state || states[region].substates.isEmpty || !isEmpty || staysInside
    }

    /// The state, then its superstates, innermost first.
    func ancestry(_ state: Int) -> [Int] { Array(sequence(first: state) { states[$0].parent }) }

    /// True if a state is `other` or lies in it. Every state lies in `nil`, the whole chart.
    func lies(_ state: Int, in other: Int?) -> Bool { other.map { ancestry(state).contains($0) } ?? true }

    /// The state and its superstates, as far as they are classes of the state's own context, innermost first.
    func classes(around state: Int) -> [Int] {
        ancestry(state).prefix { states[$0].context == states[state].context && states[$0].isClass }
    }

    /// The innermost of a context's states that contains `state` or is `state`; `nil` if it lies outside of the
    /// context.
    func state(of context: Int, around state: Int) -> Int? {
        ancestry(state).first { states[$0].context == context && states[$0].isClass }
    }

    /// The state and all states in it, including the states in its regions, in the order of the chart.
    func all(in state: Int) -> [Int] {
        [state] + states[state].substates.flatMap(all)
            + states[state].regions.flatMap { all(in: contexts[$0].region!) }
    }

    /// The state with an identifier; for a history's identifier, the state to which the history belongs.
    func state(_ identifier: String) -> Int? { numbers[identifier] ?? histories[identifier]?.of }

    /// The innermost superstate that a transition neither leaves nor enters; `nil` for the whole chart.
    func domain(of transition: Chart.Transition, from source: Int) -> Int? {
        let targets = transition.targets.compactMap(state)
        let isComposite = !states[source].substates.isEmpty
        func containsAll(_ state: Int) -> Bool {
            transition.targets.allSatisfy { target in
                let number = self.state(target) ?? 0
                // A history lies in its state, although the state's number stands for it.
                return lies(number, in: state) && (number != state || histories[target] != nil)
            }
        }
        if transition.isInternal, isComposite, !targets.isEmpty, containsAll(source) { return source }
        return ancestry(source).dropFirst().first { states[$0].node.kind != .parallel && containsAll($0) }
    }

    /// The state that handles a transition: the source, or the outermost parallel state that the transition leaves.
    func host(of transition: Chart.Transition, from source: Int) -> Int {
        guard !transition.targets.isEmpty else { return source }
        let domain = domain(of: transition, from: source)
        var host = source
        while let owner = contexts[states[host].context].owner,
            domain.map({ states[$0].context != states[host].context }) ?? true
        { host = owner }
        return host
    }
}
