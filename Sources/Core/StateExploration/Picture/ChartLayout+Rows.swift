/// Finding the rows of elements and the levels of arrows.
extension ChartLayout {
    /// Finds the level of each arrow, the rows of all elements, and the borders that arrows pass.
    mutating func assignArrows() {
        for (number, arrow) in tree.arrows.enumerated() where arrow.source != arrow.target {
            let level = tree.level(of: arrow)
            levels[index(of: level)].arrows.append(
                (number, tree.child(of: level, around: arrow.source), tree.child(of: level, around: arrow.target)))
        }
        for level in [nil] + tree.elements.indices.map(Optional.some) {
            let children = level.map { tree.elements[$0].children } ?? tree.roots
            let places = Dictionary(uniqueKeysWithValues: children.enumerated().map { ($1, $0) })
            let arrows = levels[index(of: level)].arrows.compactMap { arrow in
                places[arrow.source].flatMap { source in places[arrow.target].map { (source: source, target: $0) } }
            }
            let layering = Layering(count: children.count, arrows: arrows)
            for (child, row) in zip(children, layering.rows) { rows[child] = row }
            for (number, source, target) in levels[index(of: level)].arrows {
                let leadsOn = rows[source] < rows[target]
                pass(number, from: tree.arrows[number].source, to: level, isLast: leadsOn)
                pass(number, from: tree.arrows[number].target, to: level, isLast: !leadsOn)
            }
        }
    }

    /// Notes the borders of superstates that an arrow passes between one of its ends and its level.
    private mutating func pass(_ number: Int, from end: Int, to level: Int?, isLast: Bool) {
        if !tree.elements[end].children.isEmpty { levels[end].borderArrows.append((number, nil, isLast)) }
        var inner = end
        for outer in tree.surroundings(of: end) {
            guard outer != level, let outer else { return }
            levels[outer].borderArrows.append((number, inner, isLast))
            inner = outer
        }
    }
}
