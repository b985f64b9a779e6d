import StateExploration

/// A random chart as SCXML, with what foreign documents have: hooks, regions in regions, histories, several targets, raised
/// events, beginnings anywhere, and events around regions, in them and out of them.
struct RandomChart {
    private struct Node {
        let name: String
        let parent: Int?
        var element = "state"
        var children: [Int] = []
        var lines: [String] = []
    }

    private var nodes: [Node] = []
    private var generator: SeededGenerator
    private let decides: Bool
    private let nestsRegions: Bool
    private var effectCount = 0
    private(set) var text = ""

    init(seed: UInt64, nestsRegions: Bool = true) {
        self.nestsRegions = nestsRegions
        generator = SeededGenerator(seed: seed)
        // Engines take a transition without an event before an event that was raised: the classes say so in a gap.
        decides = Bool.random(using: &generator)
        let roots = (0..<Int.random(in: 2...4, using: &generator)).map { _ in addNode(in: nil, depth: 0) }
        for number in nodes.indices where nodes[number].element != "history" { addContents(of: number) }
        text = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sp="urn:state-pattern" version="1.0" \
            datamodel="ecmascript" initial="\(isTrue(in: 2) ? beginning(in: roots) : nodes[roots[0]].name)">

            """
        for root in roots { write(root, "  ") }
        text += "</scxml>\n"
    }

    private mutating func isTrue(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private mutating func addNode(in parent: Int?, depth: Int) -> Int {
        let number = nodes.count
        nodes.append(Node(name: "s\(number)", parent: parent))
        if depth < 3, nodes.count < 14, isTrue(in: depth + 2) {
            let isParallel = isTrue(in: 2) && (nestsRegions || !isInRegion(number))
            if isParallel { nodes[number].element = "parallel" }
            for _ in 0..<(isParallel ? 2 : Int.random(in: 1...3, using: &generator)) {
                let child = addNode(in: number, depth: depth + 1)
                nodes[number].children.append(child)
            }
            if !isParallel, !isInRegion(number), isTrue(in: 2) {
                let target = nodes[number].children.randomElement(using: &generator)!
                let kind = !hasRegions(number) && Bool.random(using: &generator) ? "deep" : "shallow"
                nodes[number].children.append(nodes.count)
                nodes.append(Node(name: "h\(number)", parent: number, element: "history"))
                nodes[nodes.count - 1].lines = [
                    "<!-- \(kind) --><transition target=\"\(nodes[target].name)\"/>"
                ]
            }
        }
        return number
    }

    private func ancestry(_ node: Int) -> [Int] { Array(sequence(first: node) { nodes[$0].parent }) }
    private func isInRegion(_ node: Int) -> Bool { ancestry(node).contains { nodes[$0].element == "parallel" } }

    private func hasRegions(_ node: Int) -> Bool {
        nodes[node].element == "parallel" || nodes[node].children.contains(where: hasRegions)
    }

    /// Some states to begin in: one of the nodes or in it, or one in each of its regions.
    private mutating func beginning(in nodes: [Int]) -> String {
        let inside = self.nodes.indices.filter { node in
            self.nodes[node].element != "history" && ancestry(node).contains(where: nodes.contains)
        }
        let target = inside.randomElement(using: &generator)!
        let ends =
            self.nodes[target].element == "parallel" && isTrue(in: 2)
            ? self.nodes[target].children.map { self.nodes[$0].children.last ?? $0 } : [target]
        return ends.map { self.nodes[$0].name }.joined(separator: " ")
    }

    private mutating func effects(_ name: String) -> String {
        guard !isTrue(in: 3) else { return "" }
        effectCount += 1
        let raised = !decides && isTrue(in: 6) ? "<raise event=\"r\"/>" : ""
        return "<log label=\"\(name) \(effectCount)\"/>" + (name == "do" ? raised : "")
    }

    private mutating func addContents(of number: Int) {
        let node = nodes[number]
        for (element, word) in [("onentry", "enter"), ("onexit", "exit")] where isTrue(in: 2) {
            nodes[number].lines.append("<\(element)>\(effects(word))</\(element)>")
        }
        for event in ["a", "b", "c", "d"] where isTrue(in: 2) {
            var attributes = "event=\"\(event)\" sp:request=\"\(event)\""
            let others = nodes.indices.filter { !ancestry($0).contains(number) && nodes[$0].element != "history" }
            if isTrue(in: 4), let other = others.randomElement(using: &generator) {
                let (test, last) = ("In('\(nodes[other].name)')", "In('\(nodes[others.last!].name)')")
                let forms = [test, "!\(test)", "!! \(test)", "! (\(test)||!\(last))", "!\(test) &amp;&amp; (\(last))"]
                attributes += " cond=\"\(forms.randomElement(using: &generator)!)\""
            }
            // Most transitions stay in their region. Qt and the algorithm differ in what few others do.
            let region = ancestry(number).dropFirst().first { nodes[$0].parent.map { nodes[$0].element } == "parallel" }
            let inner = event == "a" ? nil : region
            if !isTrue(in: 4) {
                let ends = nodes.indices.filter { end in inner.map { ancestry(end).dropFirst().contains($0) } ?? true }
                guard let target = ends.randomElement(using: &generator) else { continue }
                let targets =
                    nodes[target].element == "parallel" && isTrue(in: 2)
                    ? nodes[target].children.map { nodes[$0].children.last ?? $0 } : [target]
                attributes += " target=\"\(targets.map { nodes[$0].name }.joined(separator: " "))\""
                if isTrue(in: 3) { attributes += " type=\"internal\"" }
            }
            nodes[number].lines.append("<transition \(attributes)>\(effects("do"))</transition>")
        }
        if isTrue(in: 4) {
            let siblings = node.parent.map { nodes[$0].element == "parallel" ? [] : nodes[$0].children } ?? []
            let target = siblings.last { $0 > number && nodes[$0].element != "history" }
            if let target {
                nodes[number].lines.append(
                    "<transition event=\"r\" sp:request=\"r\" target=\"\(nodes[target].name)\"/>")
            }
            if decides, node.children.isEmpty, let target {
                nodes[number].lines.append("<transition target=\"\(nodes[target].name)\">\(effects("do"))</transition>")
            }
        }
    }

    private mutating func write(_ number: Int, _ indentation: String) {
        let node = nodes[number]
        if node.element == "history" {
            let kind = node.lines[0].contains("deep") ? "deep" : "shallow"
            text += "\(indentation)<history id=\"\(node.name)\" type=\"\(kind)\">\(node.lines[0])</history>\n"
            return
        }
        let begins = node.element == "state" && !node.children.isEmpty && isTrue(in: 3)
        let initial = begins ? " initial=\"\(beginning(in: node.children))\"" : ""
        text += "\(indentation)<\(node.element) id=\"\(node.name)\" sp:name=\"\(node.name)\"\(initial)>\n"
        for line in node.lines { text += "\(indentation)  \(line)\n" }
        for child in node.children { write(child, indentation + "  ") }
        text += "\(indentation)</\(node.element)>\n"
    }
}
