/// Filling a chart while a document is read, within limits: a hostile document is refused before it takes memory.
extension Chart {
    /// The limits of a document: bytes, depth and number of nodes.
    static let (largestSize, largestDepth, largestCount) = (4 << 20, 100, 10_000)

    /// Throws an error if a text is larger than the limit.
    static func check(_ text: String) throws(ChartError) {
        if text.utf8.count > largestSize { throw ChartError(nil, "A chart has at most \(largestSize >> 20) MiB.") }
    }

    mutating func addGap(_ line: Int, _ description: String) {
        documentGaps.append(Gap(line: line, description: description))
    }

    /// Adds a node and returns its number. If another node has the identifier, it throws an error.
    mutating func add(_ node: Node) throws(ChartError) -> Int {
        if let other = numbers[node.identifier] {
            let first = nodes[other].line
            throw ChartError(node.line, "“\(node.identifier)” is on line \(first) already; a name is given once.")
        }
        if nodes.count >= Self.largestCount {
            throw ChartError(node.line, "A chart has at most \(Self.largestCount) states.")
        }
        numbers[node.identifier] = nodes.count
        nodes.append(node)
        return nodes.count - 1
    }

    mutating func add(_ transition: Transition, to node: Int) throws(ChartError) {
        transitionCount += 1
        if transitionCount > 2 * Self.largestCount {
            throw ChartError(transition.line, "A chart has at most \(2 * Self.largestCount) transitions.")
        }
        nodes[node].transitions.append(transition)
    }

    /// An identifier that no node has: `name`, or `name` with a number.
    func freeIdentifier(_ name: String) -> String {
        if numbers[name] == nil { return name }
        return (2...).lazy.map { "\(name)_\($0)" }.first { numbers[$0] == nil }!
    }

    /// The nodes around a node, innermost first, as far as a chart may be nested.
    private func around(_ node: Int) -> some Sequence<Int> {
        sequence(first: node) { nodes[$0].parent }.dropFirst().prefix(Self.largestDepth + 1)
    }

    /// Returns true if a node lies below `ancestor`, at any depth. All nodes lie in `nil`, the document.
    func lies(_ node: Int, in ancestor: Int?) -> Bool { ancestor.map(around(node).contains) ?? true }

    // MARK: The whole

    /// Checks the nodes and transitions, and puts each node before those in it.
    mutating func finish() throws(ChartError) {
        if nodes.isEmpty { throw ChartError(nil, "There is no state; a chart has one at least.") }
        let children = Dictionary(grouping: nodes.indices) { nodes[$0].parent }
        for number in nodes.indices { try check(number, children[number] ?? []) }
        try check(initial, of: "the document", in: nil, initialLine)
        for number in nodes.indices { settleTransitions(of: number) }
        if documentGaps.count > Self.largestCount {
            let line = documentGaps[Self.largestCount].line
            throw ChartError(line, "More than \(Self.largestCount) things have no class; leave them out.")
        }
        documentGaps.sort { $0.line < $1.line }
        var order: [Int] = []
        func visit(_ number: Int) {
            if nodes[number].isUnnamedRegion, children[number] == nil { return }
            order.append(number)
            children[number]?.forEach(visit)
        }
        children[nil]?.forEach(visit)
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        nodes = order.map { number in
            var node = nodes[number]
            node.parent = node.parent.flatMap { places[$0] }
            let isEmpty = children[number]?.allSatisfy { places[$0] == nil } ?? true
            if node.kind == .parallel, isEmpty { node.kind = .state }
            return node
        }
        numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.identifier, $0) })
    }

    private func check(_ number: Int, _ children: [Int]) throws(ChartError) {
        let node = nodes[number]
        if Array(around(number)).count >= Self.largestDepth {
            throw ChartError(node.line, "States are nested at most \(Self.largestDepth) deep.")
        }
        if node.kind == .parallel, children.count > Self.largestDepth {
            throw ChartError(node.line, "A state has at most \(Self.largestDepth) regions.")
        }
        try check(node.initial, of: "“\(node.identifier)”", in: number, node.line)
        switch node.kind {
        case .final where !node.transitions.isEmpty || !children.isEmpty:
            let line = node.transitions.first?.line ?? node.line
            throw ChartError(line, "“\(node.identifier)” is final, so nothing leads out of it; make it a state.")
        case .history where !node.transitions.isEmpty:
            let first = node.transitions[0]
            if node.transitions.count > 1 || first.targets.isEmpty || first.event != nil || first.condition != nil {
                throw ChartError(
                    node.line,
                    "The history “\(node.identifier)” takes one transition with a target alone,"
                        + " to begin in when there is nothing to remember.")
            }
            try check(first.targets, of: "the history “\(node.identifier)”", in: node.parent, first.line)
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
            guard let number = numbers[target] else {
                throw ChartError(line, "There is no state “\(target)”; \(possible(in: ancestor)).")
            }
            if !lies(number, in: ancestor) {
                throw ChartError(line, "“\(target)” does not lie in \(owner); \(possible(in: ancestor)).")
            }
            for step in [number] + around(number) {
                let parent = nodes[step].parent
                let other = ways.updateValue(step, forKey: parent)
                if other == step { break }
                if other != nil, parent.map({ nodes[$0].kind != .parallel }) ?? true {
                    let names = targets.prefix(4).map { "“\($0)”" }.joined(separator: ", ")
                    throw ChartError(
                        line, "\(names) are never active together; several targets lie in one parallel’s regions.")
                }
            }
        }
    }

    /// A list of the possible targets, for a message.
    private func possible(in ancestor: Int?) -> String {
        let names = nodes.indices.lazy.filter { lies($0, in: ancestor) && !nodes[$0].isUnnamedRegion }
            .map { nodes[$0].identifier }.prefix(9)
        if let ancestor, names.isEmpty { return "nothing lies in “\(nodes[ancestor].identifier)”" }
        return "there is " + names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }

    /// Removes transitions that are never taken, because an earlier one for the same event has no or the same condition.
    ///
    /// Only a transition from a state to what lies in it can be internal; any other one leaves its source.
    private mutating func settleTransitions(of number: Int) {
        var first: [String?: [String?: Int]] = [:]
        let transitions = nodes[number].transitions
        nodes[number].transitions = []
        for var transition in transitions {
            if transition.condition == "true" { transition.condition = nil }
            let earlier = first[transition.event]
            let line = earlier?[String?.none] ?? earlier?[transition.condition]
            if line != nil || transition.condition == "false" {
                let event = transition.event.map { "“\($0)”" } ?? "no event"
                let reason = line.map { "the one of line \($0) comes first" } ?? "it has the condition “false”"
                addGap(transition.line, "this transition for \(event) is never taken: \(reason)")
                continue
            }
            first[transition.event, default: [:]][transition.condition] = transition.line
            let isInside = transition.targets.allSatisfy { numbers[$0].map { lies($0, in: number) } ?? false }
            if !isInside || transition.targets.isEmpty || nodes[number].kind != .state { transition.isInternal = false }
            nodes[number].transitions.append(transition)
        }
    }
}
