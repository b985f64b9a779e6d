extension StateDiagram {
    /// The diagram as an SVG picture of a statechart, for any browser.
    ///
    /// The picture follows the light or dark appearance of the reader's system. It needs no font and no network. Equal
    /// diagrams give equal pictures. A state that was not explored has a dashed border.
    ///
    /// A chart with more than 200 states, superstates included, or more than 1,000 transitions would not be readable.
    /// The picture then contains a sentence that says so.
    ///
    /// - Parameter current: The text of the state to mark; `nil` to mark no state.
    /// - Returns: The text of an SVG file.
    /// - Complexity: O(*arrows* × *states*) places, which are sorted several times.
    public func svg(marking current: String? = nil) -> String {
        picture(marking: current, prefix: "").svg
    }

    /// The picture and its width. All identifiers in the picture begin with `prefix`, which must be unique on a page.
    package func picture(
        marking current: String?, prefix: String, playing run: PlayedRun? = nil
    ) -> (svg: String, width: Int) {
        if let sentence = reasonNotToDraw { return SVGWriter.picture(of: sentence, prefix: prefix) }
        let tree = ChartTree(self)
        let layout = ChartLayout.best(for: tree)
        return (SVGWriter(tree, layout, current: nodes(of: current), prefix: prefix, playing: run).text, layout.width)
    }

    /// The greatest numbers of states, superstates included, and of transitions in a chart, and of requests to play.
    package static let pictureLimit = (states: 200, transitions: 1_000, requests: 200)

    /// The sentence that replaces the picture of a diagram that is too large; `nil` if the diagram can be drawn.
    var reasonNotToDraw: String? {
        func count(_ nodes: [Node]) -> Int { nodes.reduce(nodes.count) { $0 + count($1.substates) } }
        let levels = roots.map { node in node.name.utf8.count { $0 == UInt8(ascii: "/") } + 1 }.max() ?? 0
        if levels > StateLabel.greatestDepth { return "\(levels) levels of states are too many for a chart." }
        let (states, transitions) = (count(roots), arrows.reduce(0) { $0 + $1.labels.count })
        if states <= Self.pictureLimit.states && transitions <= Self.pictureLimit.transitions { return nil }
        return
            "\(states) states and \(transitions) transitions are too many for a chart: merge states, or use the outline."
    }
}

extension StateGraph {
    /// The graph as an SVG picture with every state: see ``StateDiagram/svg(marking:)``.
    public func svg(marking current: String? = nil) -> String { diagram().svg(marking: current) }
}

extension ChartLayout {
    /// The width of an article's text, in pixels.
    private static let articleWidth = 720

    /// True if the chart fits into an article.
    var isNarrow: Bool { width <= ChartLayout.articleWidth }

    /// The most readable layout: downward if the chart then fits into an article, else the narrower of downward and
    /// rightward.
    static func best(for tree: ChartTree) -> ChartLayout {
        let down = ChartLayout(tree, direction: .down)
        if down.isNarrow || down.width <= down.leastWidthToTheRight(of: nil) { return down }
        let right = ChartLayout(tree, direction: .right)
        return right.width < down.width ? right : down
    }
    /// A lower bound of the chart's width if it grows to the right: the widths of each row's widest state, with gaps.
    private func leastWidthToTheRight(of element: Int?) -> Int {
        let children = element.map { tree.elements[$0].children } ?? tree.roots
        if let element, children.isEmpty { return boxSize(of: element).width }
        var widths: [Int: Int] = [:]
        for child in children {
            widths[rows[child]] = max(widths[rows[child], default: 0], leastWidthToTheRight(of: child))
        }
        return widths.values.reduce(0) { $0 + $1 + 2 * LevelLayout.leastGap }
    }
}
