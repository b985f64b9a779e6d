/// A chart that is being read: a list of nodes with their parents.
struct ChartDraft {
    struct Entry {
        var node: Chart.Node
        var parent: Int?
        /// True if the node is a region that has no name in the document.
        var isUnnamedRegion = false
    }

    /// The limits of a document: bytes, depth and number of nodes. A hostile document is refused before it takes
    /// memory.
    static let (largestSize, largestDepth, largestCount) = (4 << 20, 100, 10_000)

    var entries: [Entry] = []
    private(set) var indices: [String: Int] = [:]
    var initial: [String] = []
    var initialLine = 1
    var initialEffects: [Chart.Effect] = []
    var gaps: [Chart.Gap] = []
    private var transitionCount = 0

    /// Throws an error if a text is larger than the limit.
    static func check(_ text: String) throws(ChartError) {
        if text.utf8.count > largestSize {
            throw ChartError(nil, "A chart has at most \(largestSize >> 20) MiB.")
        }
    }

    mutating func addGap(_ line: Int, _ description: String) {
        gaps.append(Chart.Gap(line: line, description: description))
    }

    /// Adds a node and returns its index. If another node has the identifier, it throws an error.
    mutating func add(_ node: Chart.Node, in parent: Int?) throws(ChartError) -> Int {
        if let other = indices[node.identifier] {
            let first = entries[other].node.line
            throw ChartError(node.line, "“\(node.identifier)” is on line \(first) already; a name is given once.")
        }
        if entries.count >= Self.largestCount {
            throw ChartError(node.line, "A chart has at most \(Self.largestCount) states.")
        }
        indices[node.identifier] = entries.count
        entries.append(Entry(node: node, parent: parent))
        return entries.count - 1
    }

    mutating func add(_ transition: Chart.Transition, to node: Int) throws(ChartError) {
        transitionCount += 1
        if transitionCount > 2 * Self.largestCount {
            throw ChartError(transition.line, "A chart has at most \(2 * Self.largestCount) transitions.")
        }
        entries[node].node.transitions.append(transition)
    }

    /// An identifier that no node has: `name`, or `name` with a number.
    func freeIdentifier(_ name: String) -> String {
        if indices[name] == nil { return name }
        return (2...).lazy.map { "\(name)_\($0)" }.first { indices[$0] == nil }!
    }

    /// The nodes, grouped by their parents; `nil` stands for the document.
    var substates: [Int?: [Int]] { Dictionary(grouping: entries.indices) { entries[$0].parent } }

    /// Returns true if a node lies below `ancestor`, at any depth. All nodes lie in `nil`, the document.
    func lies(_ node: Int, in ancestor: Int?) -> Bool {
        guard let ancestor else { return true }
        var (depth, next) = (0, entries[node].parent)
        while let parent = next, depth <= Self.largestDepth {
            if parent == ancestor { return true }
            (depth, next) = (depth + 1, entries[parent].parent)
        }
        return false
    }

    // MARK: The whole

    /// The complete chart. It throws an error if the nodes and transitions are no valid chart.
    mutating func chart() throws(ChartError) -> Chart {
        if entries.isEmpty { throw ChartError(nil, "There is no state; a chart has one at least.") }
        let substates = substates
        for entry in entries {
            var (depth, next) = (1, entry.parent)
            while let parent = next, depth <= Self.largestDepth { (depth, next) = (depth + 1, entries[parent].parent) }
            if depth > Self.largestDepth {
                throw ChartError(entry.node.line, "States are nested at most \(Self.largestDepth) deep.")
            }
        }
        for index in entries.indices {
            try check(index, hasSubstates: substates[index] != nil)
            if entries[index].node.kind == .parallel, (substates[index] ?? []).count > Self.largestDepth {
                throw ChartError(entries[index].node.line, "A state has at most \(Self.largestDepth) regions.")
            }
        }
        let roots = substates[nil] ?? []
        try check(initial, of: "the document", in: nil, initialLine)
        for index in entries.indices {
            removeShadowed(of: index)
            // A transition with a target outside of its source, or from a parallel state, is not internal: it leaves
            // the source.
            for number in entries[index].node.transitions.indices {
                let targets = entries[index].node.transitions[number].targets
                let isInside = targets.allSatisfy { indices[$0].map { lies($0, in: index) } ?? false }
                if !isInside || targets.isEmpty || entries[index].node.kind != .state {
                    entries[index].node.transitions[number].isInternal = false
                }
            }
        }
        if gaps.count > Self.largestCount {
            throw ChartError(
                gaps[Self.largestCount].line, "More than \(Self.largestCount) things have no class; leave them out.")
        }
        return Chart(
            initial: initial, initialEffects: initialEffects, roots: roots.map { tree($0, substates) },
            documentGaps: gaps.sorted { $0.line < $1.line })
    }

    private func tree(_ index: Int, _ substates: [Int?: [Int]]) -> Chart.Node {
        var node = entries[index].node
        node.substates = (substates[index] ?? []).filter { !entries[$0].isUnnamedRegion || substates[$0] != nil }
            .map { tree($0, substates) }
        if node.kind == .parallel, node.substates.isEmpty { node.kind = .state }
        return node
    }

    private func check(_ index: Int, hasSubstates: Bool) throws(ChartError) {
        let node = entries[index].node
        try check(node.initial, of: "“\(node.identifier)”", in: index, node.line)
        switch node.kind {
        case .final where !node.transitions.isEmpty || hasSubstates:
            let line = node.transitions.first?.line ?? node.line
            throw ChartError(line, "“\(node.identifier)” is final, so nothing leads out of it; make it a state.")
        case .history:
            let first = node.transitions.first
            guard node.transitions.count == 1, let first, !first.targets.isEmpty, first.event == nil,
                first.condition == nil
            else {
                throw ChartError(
                    node.line,
                    "The history “\(node.identifier)” takes one transition with a target alone,"
                        + " to begin in when there is nothing to remember.")
            }
            try check(first.targets, of: "the history “\(node.identifier)”", in: entries[index].parent, first.line)
        default: break
        }
        for transition in node.transitions { try check(transition.targets, in: nil, transition.line) }
    }

    /// Checks that targets exist, lie in `ancestor`, and can be active at the same time.
    private func check(
        _ targets: [String], of owner: String = "", in ancestor: Int?, _ line: Int
    ) throws(ChartError) {
        /// For each ancestor of a target, the ancestor's child on the way to the target.
        var ways: [Int?: Int] = [:]
        for target in targets {
            guard let index = indices[target] else {
                throw ChartError(line, "There is no state “\(target)”; \(possible(in: ancestor)).")
            }
            if !lies(index, in: ancestor) {
                throw ChartError(line, "“\(target)” does not lie in \(owner); \(possible(in: ancestor)).")
            }
            var step = index
            while true {
                let parent = entries[step].parent
                let other = ways.updateValue(step, forKey: parent)
                if other == step { break }
                if other != nil, parent.map({ entries[$0].node.kind != .parallel }) ?? true {
                    let names = targets.prefix(4).map { "“\($0)”" }.joined(separator: ", ")
                    throw ChartError(
                        line, "\(names) are never active together; several targets lie in one parallel’s regions.")
                }
                guard let parent else { break }
                step = parent
            }
        }
    }

    /// A list of the possible targets, for a message.
    private func possible(in ancestor: Int?) -> String {
        let names = entries.indices.lazy.filter { lies($0, in: ancestor) && !entries[$0].isUnnamedRegion }
            .map { entries[$0].node.identifier }.prefix(9)
        if let ancestor, names.isEmpty { return "nothing lies in “\(entries[ancestor].node.identifier)”" }
        return "there is " + names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }

    /// Removes transitions that are never taken, because an earlier one for the same event has no condition.
    private mutating func removeShadowed(of index: Int) {
        var first: [String?: Int] = [:]
        var kept: [Chart.Transition] = []
        for transition in entries[index].node.transitions {
            if let line = first[transition.event] {
                let event = transition.event.map { "“\($0)”" } ?? "no event"
                addGap(
                    transition.line,
                    "this transition for \(event) is never taken: the one of line \(line) comes first")
                continue
            }
            if transition.condition == nil { first[transition.event] = transition.line }
            kept.append(transition)
        }
        entries[index].node.transitions = kept
    }
}
