@testable import StateClasses

/// Runs a chart by the algorithm of SCXML's appendix D.
struct Interpreter {
    private typealias Enabled = (source: Int, transition: Chart.Transition)

    private let chart: Chart
    private let children: [Int?: [Int]]
    private var active: Set<Int> = []
    private var remembered: [Int: [Int]] = [:]
    private var raised: [String] = []
    private var log: [String] = []
    /// True once two transitions were enabled of which only one could be made.
    private var hasConflicted = false
    /// The number of steps before the first such conflict.
    private(set) var undisputed = 0

    init(_ chart: Chart) {
        self.chart = chart
        children = Dictionary(grouping: chart.nodes.indices) { chart.nodes[$0].parent }
    }

    /// The innermost states and the effects, at the start and after each event.
    mutating func steps(_ events: [String]) -> [(states: Set<String>, log: [String])] {
        var entered: Set<Int> = []
        let first = chart.initial.isEmpty ? [children[nil]![0]] : chart.initial.map { chart.numbers[$0]! }
        add(first, below: nil, to: &entered)
        enter(entered)
        settle()
        var steps = [step()]
        for event in events {
            take(event)
            settle()
            steps.append(step())
        }
        return steps
    }

    private mutating func step() -> (Set<String>, [String]) {
        defer { log = [] }
        if !hasConflicted { undisputed += 1 }
        let leaves = active.filter { state in !active.contains { chart.nodes[$0].parent == state } }
        return (Set(leaves.map { chart.nodes[$0].name }), log)
    }

    private mutating func settle() {
        while true {
            if take(nil) { continue }
            if raised.isEmpty { return }
            take(raised.removeFirst())
        }
    }

    private func ancestry(_ node: Int) -> [Int] { Array(sequence(first: node) { chart.nodes[$0].parent }) }
    private func lies(_ node: Int, in other: Int?) -> Bool { other.map(ancestry(node).dropFirst().contains) ?? true }
    private func isHistory(_ node: Int) -> Bool { if case .history = chart.nodes[node].kind { true } else { false } }
    private func substates(_ node: Int) -> [Int] { (children[node] ?? []).filter { !isHistory($0) } }

    private func isTrue(_ condition: String?) -> Bool {
        guard var form = condition?.replacing(" ", with: "") else { return true }
        form.replace(/In\('(\w+)'\)/) { active.contains(chart.numbers[String($0.1)]!) ? "1" : "0" }
        func isTrue(_ flat: Substring) -> Bool {
            flat.split(separator: "||").contains { part in
                part.split(separator: "&&").allSatisfy { ($0.last == "1") == ($0.count % 2 == 1) }
            }
        }
        while let inner = form.firstMatch(of: /\(([01!&|]+)\)/) {
            form.replaceSubrange(inner.range, with: isTrue(inner.1) ? "1" : "0")
        }
        return isTrue(form[...])
    }

    /// Makes the transitions that an event enables; returns false if there are none.
    @discardableResult private mutating func take(_ event: String?) -> Bool {
        var enabled: [Enabled] = []
        for leaf in active.sorted() where !active.contains(where: { chart.nodes[$0].parent == leaf }) {
            for state in ancestry(leaf) {
                let first = chart.nodes[state].transitions.first { $0.event == event && isTrue($0.condition) }
                guard let first else { continue }
                if !enabled.contains(where: { $0.source == state }) { enabled.append((state, first)) }
                break
            }
        }
        var kept: [Enabled] = []
        for new in enabled {
            let conflicts = kept.filter { !left($0).isDisjoint(with: left(new)) }
            hasConflicted = hasConflicted || !conflicts.isEmpty
            guard conflicts.allSatisfy({ lies(new.source, in: $0.source) }) else { continue }
            kept.removeAll { old in conflicts.contains { $0.source == old.source } }
            kept.append(new)
        }
        let exited = kept.reduce(into: Set<Int>()) { $0.formUnion(left($1)) }
        for state in exited {
            for history in children[state] ?? [] where isHistory(history) {
                let isDeep = chart.nodes[history].kind == .history(isDeep: true)
                remembered[history] = active.filter { inner in
                    isDeep
                        ? lies(inner, in: state) && !active.contains { chart.nodes[$0].parent == inner }
                        : chart.nodes[inner].parent == state
                }.sorted()
            }
        }
        for state in exited.sorted(by: >) {
            run(chart.nodes[state].exit)
            active.remove(state)
        }
        var entered: Set<Int> = []
        for (source, transition) in kept {
            run(transition.effects)
            add(transition.targets.map { chart.numbers[$0]! }, below: domain(source, transition), to: &entered)
        }
        enter(entered)
        return !kept.isEmpty
    }

    private func targets(_ node: Int) -> [Int] {
        guard isHistory(node) else { return [node] }
        let first = chart.nodes[node].transitions.first.map { $0.targets.map { chart.numbers[$0]! } }
        return remembered[node] ?? first ?? substates(chart.nodes[node].parent!).prefix(1).map { $0 }
    }

    private func domain(_ source: Int, _ transition: Chart.Transition) -> Int? {
        let ends = transition.targets.flatMap { targets(chart.numbers[$0]!) }
        if transition.isInternal, chart.nodes[source].kind == .state, ends.allSatisfy({ lies($0, in: source) }) {
            return source
        }
        return ancestry(source).dropFirst().first { state in
            chart.nodes[state].kind == .state && ends.allSatisfy { lies($0, in: state) }
        }
    }

    private func left(_ enabled: Enabled) -> Set<Int> {
        if enabled.transition.targets.isEmpty { return [] }
        let domain = domain(enabled.source, enabled.transition)
        return active.filter { lies($0, in: domain) }
    }

    private mutating func enter(_ states: Set<Int>) {
        for state in states.sorted() {
            active.insert(state)
            run(chart.nodes[state].entry)
        }
    }

    private mutating func run(_ effects: [Chart.Effect]) {
        for effect in effects {
            switch effect {
            case .raise(let event): raised.append(event)
            case .log(let text), .other(let text): log.append(text)
            }
        }
    }

    /// Adds targets, all states in which they begin, and the states around them below `domain`.
    private func add(_ nodes: [Int], below domain: Int?, to states: inout Set<Int>) {
        let ends = nodes.flatMap(targets)
        for target in ends { addInside(target, to: &states) }
        for state in ends.flatMap({ ancestry($0).dropFirst().prefix { $0 != domain } }) {
            states.insert(state)
            if chart.nodes[state].kind == .parallel { addRegions(of: state, to: &states) }
        }
    }

    private func addInside(_ node: Int, to states: inout Set<Int>) {
        states.insert(node)
        if chart.nodes[node].kind == .parallel { return addRegions(of: node, to: &states) }
        let first = chart.nodes[node].initial.map { chart.numbers[$0]! }
        add(first.isEmpty ? Array(substates(node).prefix(1)) : first, below: node, to: &states)
    }

    private func addRegions(of parallel: Int, to states: inout Set<Int>) {
        for region in substates(parallel) where !states.contains(where: { $0 == region || lies($0, in: region) }) {
            addInside(region, to: &states)
        }
    }
}
