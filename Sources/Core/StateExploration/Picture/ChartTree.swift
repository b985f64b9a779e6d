/// The states and arrows of a diagram by number, as a layout needs them.
struct ChartTree {
    /// A state, a superstate, or the mark of the beginning.
    struct Element {
        let path: String
        let name: String
        let details: String
        /// Its inner behavior: `entry / …`, `exit / …`, and requests that change no state.
        let actions: [String]
        /// The name and the details.
        var text: String { details.isEmpty ? name : "\(name), \(details)" }
        let isExplored: Bool
        /// The element that it lies in; `nil` for the outermost ones.
        let parent: Int?
        var children: [Int] = []
    }

    struct Arrow {
        let source: Int
        let target: Int
        let labels: [StateDiagram.Label]
    }

    private(set) var elements: [Element] = []
    /// The outermost elements, the mark of the beginning first.
    private(set) var roots: [Int] = []
    private(set) var arrows: [Arrow] = []

    /// The number of the mark of the beginning.
    static let start = 0

    init(_ diagram: StateDiagram) {
        elements = [Element(path: "", name: "", details: "", actions: [], isExplored: true, parent: nil)]
        roots = [ChartTree.start]
        for node in diagram.roots { roots.append(add(node, in: nil, diagram.actions)) }
        let numbers = Dictionary(uniqueKeysWithValues: elements.enumerated().dropFirst().map { ($1.path, $0) })
        guard let initial = numbers[diagram.initial] else { return }
        arrows = [
            Arrow(
                source: ChartTree.start, target: initial,
                labels: diagram.startEffects.isEmpty ? [] : [.init(request: "", effects: diagram.startEffects)])
        ]
        for arrow in diagram.arrows {
            guard let source = numbers[arrow.source], let target = numbers[arrow.target] else { continue }
            arrows.append(Arrow(source: source, target: target, labels: arrow.labels))
        }
    }

    private mutating func add(
        _ node: StateDiagram.Node, in parent: Int?, _ actions: [String: [String]]
    ) -> Int {
        let number = elements.count
        elements.append(
            Element(
                path: node.path, name: node.name, details: node.details, actions: actions[node.path] ?? [],
                isExplored: node.isExplored, parent: parent))
        for substate in node.substates { elements[number].children.append(add(substate, in: number, actions)) }
        return number
    }

    /// The elements that an element lies in, the innermost first; `nil`, for the whole chart, is the last.
    func surroundings(of element: Int) -> [Int?] {
        var result: [Int?] = []
        var next = elements[element].parent
        while let outer = next {
            result.append(outer)
            next = elements[outer].parent
        }
        return result + [nil]
    }

    /// The innermost element around both ends of an arrow; `nil` for the whole chart.
    func level(of arrow: Arrow) -> Int? {
        let around = surroundings(of: arrow.target)
        return surroundings(of: arrow.source).first(where: around.contains) ?? nil
    }

    /// The child of `level` that an element is, or lies in.
    func child(of level: Int?, around element: Int) -> Int {
        var child = element
        while elements[child].parent != level, let outer = elements[child].parent { child = outer }
        return child
    }
}
