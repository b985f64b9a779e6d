/// The nodes of a chart, each with the context to which its class belongs.
///
/// The states of a chart belong to one context; each region of a parallel state has a separate context.
struct ChartIndex {
    struct Context {
        /// The region that the context stands for, and the region's parallel state; both `nil` for the whole chart's
        /// context.
        let region: Int?
        let owner: Int?
        /// The context's states that are classes.
        var states: [Int] = []
    }

    let nodes: [Chart.Node]
    private let numbers: [String: Int]
    private(set) var contexts = [Context(region: nil, owner: nil)]
    /// The number of each node's context.
    private(set) var context: [Int] = []
    /// False for a region that has only states: it needs no class, because its context stands for it.
    private(set) var isClass: [Bool]
    private(set) var substates: [[Int]]
    /// The numbers of the regions' contexts.
    private(set) var regions: [[Int]]
    /// The first number behind a node and all nodes in it.
    private var ends: [Int]

    init(_ chart: Chart) {
        (nodes, numbers, ends) = (chart.nodes, chart.numbers, Array(1..<chart.nodes.count + 1))
        isClass = nodes.map { if case .history = $0.kind { false } else { true } }
        substates = nodes.map { _ in [] }
        regions = substates
        for (number, node) in nodes.enumerated() {
            context.append(node.parent.map { context[$0] } ?? 0)
            guard let parent = node.parent, isClass[number] else { continue }
            if nodes[parent].kind == .parallel {
                context[number] = contexts.count
                regions[parent].append(contexts.count)
                contexts.append(Context(region: number, owner: parent))
            } else {
                substates[parent].append(number)
            }
        }
        for number in nodes.indices.reversed() {
            if let parent = nodes[number].parent { ends[parent] = max(ends[parent], ends[number]) }
        }
        for region in contexts.compactMap(\.region) {
            let node = nodes[region]
            let isEmpty = node.entry.isEmpty && node.exit.isEmpty && node.initialEffects.isEmpty
            let staysInside = node.transitions.contains { transition in
                transition.targets.isEmpty || targets(of: transition).contains { $0 != region && lies($0, in: region) }
            }
            isClass[region] = node.kind != .state || substates[region].isEmpty || !isEmpty || staysInside
        }
        for number in nodes.indices where isClass[number] { contexts[context[number]].states.append(number) }
    }

    /// The states, without histories.
    var states: [Int] { nodes.indices.filter { !isHistory($0) } }

    func isHistory(_ node: Int) -> Bool { if case .history = nodes[node].kind { true } else { false } }

    /// True if the state itself can be a context's current state.
    func isLeaf(_ state: Int) -> Bool { substates[state].isEmpty }

    func targets(of transition: Chart.Transition) -> [Int] { transition.targets.compactMap { numbers[$0] } }

    /// The states with some identifiers. A history stands for the states in which it begins while it remembers nothing.
    func resolved(_ identifiers: [String]) -> [Int] {
        identifiers.compactMap { numbers[$0] }.flatMap { node -> [Int] in
            guard isHistory(node) else { return [node] }
            let targets = nodes[node].transitions.first.map(targets) ?? []
            return targets.isEmpty ? [nodes[node].parent!] : targets
        }
    }

    /// The state with an identifier; for a history's identifier, the state to which the history belongs.
    func state(_ identifier: String) -> Int? { numbers[identifier].map { isHistory($0) ? nodes[$0].parent! : $0 } }

    /// The state, then its superstates, innermost first.
    func ancestry(_ state: Int) -> [Int] { Array(sequence(first: state) { nodes[$0].parent }) }

    /// True if a node is `other` or lies in it. Every node lies in `nil`, the whole chart.
    func lies(_ node: Int, in other: Int?) -> Bool { other.map { $0 <= node && node < ends[$0] } ?? true }

    /// True if a node comes before `other` in the order in which inner states come first.
    func precedes(_ node: Int, _ other: Int) -> Bool { (ends[node], -node) < (ends[other], -other) }

    /// The state and its superstates, as far as they are classes of the state's own context, innermost first.
    func classes(around state: Int) -> [Int] {
        ancestry(state).prefix { context[$0] == context[state] && isClass[$0] }
    }

    /// The innermost of a context's states that contains `state` or is `state`; `nil` if it lies outside of the
    /// context.
    func state(of context: Int, around state: Int) -> Int? {
        ancestry(state).first { self.context[$0] == context && isClass[$0] }
    }

    /// The state and all states in it, including the states in its regions, in the order of the chart.
    func all(in state: Int) -> [Int] { (state..<ends[state]).filter { !isHistory($0) } }

    /// The contexts around a state, innermost first.
    func contexts(around state: Int) -> some Sequence<Int> {
        sequence(first: context[state]) { contexts[$0].owner.map { context[$0] } }
    }

    /// The innermost superstate that a transition neither leaves nor enters; `nil` for the whole chart.
    func domain(of transition: Chart.Transition, from source: Int) -> Int? {
        let targets = targets(of: transition)
        func containsAll(_ state: Int) -> Bool { targets.allSatisfy { $0 != state && lies($0, in: state) } }
        if transition.isInternal, !substates[source].isEmpty, !targets.isEmpty, containsAll(source) { return source }
        return ancestry(source).dropFirst().first { nodes[$0].kind != .parallel && containsAll($0) }
    }

    /// The state that handles a transition: the source, or the outermost parallel state that the transition leaves.
    func host(of transition: Chart.Transition, from source: Int) -> Int {
        guard !transition.targets.isEmpty else { return source }
        let domain = domain(of: transition, from: source)
        var host = source
        while let owner = contexts[context[host]].owner, domain.map({ context[$0] != context[host] }) ?? true {
            host = owner
        }
        return host
    }
}
