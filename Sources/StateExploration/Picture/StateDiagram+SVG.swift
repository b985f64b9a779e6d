extension StateDiagram {
    /// The diagram as a picture: a statechart in SVG, which every browser shows.
    ///
    /// It follows the light or dark appearance of the reader's system, needs no font and no network, and is the same for
    /// the same diagram every time. A state that was not explored has a dashed border.
    ///
    /// - Parameter current: A state to mark.
    /// - Returns: The text of an SVG file.
    /// - Complexity: O(*arrows* × *states*) places, which are sorted a few times.
    public func svg(marking current: String? = nil) -> String {
        picture(marking: current, prefix: "").svg
    }

    /// The picture, whose identifiers begin with `prefix` on a page with others, and its width.
    package func picture(marking current: String?, prefix: String) -> (svg: String, width: Int) {
        let tree = ChartTree(self)
        let layout = ChartLayout.best(for: tree)
        return (SVGWriter(tree, layout, current: node(of: current), prefix: prefix).text, layout.width)
    }
}

extension StateGraph {
    /// The graph as a picture, as ``StateDiagram/svg(marking:)`` draws it.
    public func svg(marking current: String? = nil) -> String { diagram().svg(marking: current) }
}

extension ChartLayout {
    /// The width of an article, in pixels.
    private static let articleWidth = 720

    /// True if the chart fits into an article.
    var isNarrow: Bool { width <= ChartLayout.articleWidth }

    /// The layout that can be read best: one that grows downward, unless only one that grows to the right is as narrow as an
    /// article.
    static func best(for tree: ChartTree) -> ChartLayout {
        let down = ChartLayout(tree, direction: .down)
        if down.isNarrow { return down }
        let right = ChartLayout(tree, direction: .right)
        return right.width < down.width ? right : down
    }
}
