/// The states and arrows of a diagram, numbered for a layout.
struct ChartTree {
    /// A state, a superstate, a region, or the mark of a beginning.
    struct Element {
        var path = ""
        var name = ""
        var details = ""
        /// The lines in the box: `entry / …`, `exit / …`, requests that change no state, and transitions that no arrow can
        /// show.
        var actions: [String] = []
        /// The name and the details.
        var text: String { details.isEmpty ? name : "\(name), \(details)" }
        var isExplored = true
        var change: StateDiagram.Change?
        /// True if the element is the mark of the beginning of the machine, or of a region.
        var isStart = false
        var isRegion = false
        /// The parent of the element; `nil` for an outermost element.
        let parent: Int?
        var children: [Int] = []
    }

    struct Arrow {
        let source: Int
        let target: Int
        let labels: [StateDiagram.Label]
        /// The elements with the requests of the labels: the arrow's source, or several elements inside the source.
        let origins: [Int]

        init(source: Int, target: Int, labels: [StateDiagram.Label], origins: [Int]? = nil) {
            (self.source, self.target, self.labels, self.origins) = (source, target, labels, origins ?? [source])
        }
    }

    private(set) var elements: [Element] = []
    /// The outermost elements, the mark of the beginning first.
    private(set) var roots: [Int] = []
    private(set) var arrows: [Arrow] = []

    init(_ diagram: StateDiagram) {
        roots = [addStart(in: nil)]
        for node in diagram.roots { roots.append(add(node, in: nil, diagram.actions)) }
        let states = elements.enumerated().filter { !$1.isStart }
        let numbers = Dictionary(uniqueKeysWithValues: states.map { ($1.path, $0) })
        for (start, element) in elements.enumerated() where element.isStart {
            let region = element.parent.map { elements[$0].path }
            let initial = region.map { diagram.initialNodes[$0] ?? "" } ?? diagram.initial
            let effects = region == nil ? diagram.startEffects : []
            guard let target = numbers[initial] else { continue }
            let labels = effects.isEmpty ? [] : [StateDiagram.Label(request: "", effects: effects)]
            arrows.append(Arrow(source: start, target: target, labels: labels))
        }
        for arrow in diagram.arrows {
            guard let source = numbers[arrow.source], let target = numbers[arrow.target] else { continue }
            let isInside =
                surroundings(of: source).contains(target) || surroundings(of: target).contains(source)
                || source == target && !elements[source].children.isEmpty
            if isInside {
                // Not drawn as an arrow: from a state with regions to the state itself, it would lead through the
                // state.
                let text = diagram.texts[arrow.target] ?? ""
                elements[source].actions += arrow.labels.map { "\($0.text) → \(text)" }
            } else {
                arrows.append(Arrow(source: source, target: target, labels: arrow.labels))
            }
        }
        bundleArrows()
    }

    /// Replaces arrows from several states in a superstate to the same target by one arrow from the superstate.
    ///
    /// Its labels list the states from which a request leads to the target: `resume [in Idle, Waiting]`.
    private mutating func bundleArrows() {
        var groups: [(superstate: Int?, arrows: [Arrow])] = []
        var indices: [[Int]: Int] = [:]
        for arrow in arrows {
            let superstate = outermostSuperstate(for: arrow)
            if let superstate, let index = indices[[superstate, arrow.target]] {
                groups[index].arrows.append(arrow)
            } else {
                if let superstate { indices[[superstate, arrow.target]] = groups.count }
                groups.append((superstate, [arrow]))
            }
        }
        arrows = groups.map { superstate, arrows in
            guard let superstate, arrows.count > 1 else { return arrows[0] }
            return bundle(arrows, in: superstate)
        }
    }

    /// The outermost superstate of an arrow's source in the source's region that does not contain the target.
    ///
    /// `nil` if the arrow must not be bundled.
    private func outermostSuperstate(for arrow: Arrow) -> Int? {
        guard !elements[arrow.source].isStart, arrow.labels.allSatisfy(\.condition.isEmpty) else { return nil }
        let around = surroundings(of: arrow.target)
        return ([arrow.source] + surroundings(of: arrow.source).compactMap { $0 })
            .prefix { !around.contains($0) && !elements[$0].isRegion }.last { !elements[$0].children.isEmpty }
    }

    private func bundle(_ arrows: [Arrow], in superstate: Int) -> Arrow {
        // A label of the superstate itself has no names.
        var origins: [(label: StateDiagram.Label, names: [String])] = []
        for arrow in arrows {
            let names = arrow.source == superstate ? [] : [elements[arrow.source].text]
            for label in arrow.labels {
                let index = origins.firstIndex { $0.label == label && $0.names.isEmpty == names.isEmpty }
                if let index { origins[index].names += names } else { origins.append((label, names)) }
            }
        }
        let labels = origins.map { label, names in
            var label = label
            if !names.isEmpty { label.condition = "in \(names.joined(separator: ", "))" }
            return label
        }
        return Arrow(source: superstate, target: arrows[0].target, labels: labels, origins: arrows.map(\.source))
    }

    private mutating func addStart(in parent: Int?) -> Int {
        elements.append(Element(isStart: true, parent: parent))
        return elements.count - 1
    }

    private mutating func add(
        _ node: StateDiagram.Node, in parent: Int?, _ actions: [String: [String]]
    ) -> Int {
        let number = elements.count
        elements.append(
            Element(
                path: node.path, name: node.name, details: node.details, actions: actions[node.path] ?? [],
                isExplored: node.isExplored, change: node.change, isRegion: node.isRegion, parent: parent))
        if node.isRegion { elements[number].children.append(addStart(in: number)) }
        for substate in node.substates { elements[number].children.append(add(substate, in: number, actions)) }
        return number
    }

    /// The ancestors of an element, innermost first, then `nil` for the whole chart.
    func surroundings(of element: Int) -> [Int?] {
        var result: [Int?] = []
        var next = elements[element].parent
        while let outer = next {
            result.append(outer)
            next = elements[outer].parent
        }
        return result + [nil]
    }

    /// The innermost element that contains both ends of an arrow; `nil` for the whole chart.
    func level(of arrow: Arrow) -> Int? {
        let around = surroundings(of: arrow.target)
        return surroundings(of: arrow.source).first(where: around.contains) ?? nil
    }

    /// The child of `level` that contains an element, or is the element itself.
    func child(of level: Int?, around element: Int) -> Int {
        var child = element
        while elements[child].parent != level, let outer = elements[child].parent { child = outer }
        return child
    }
}
