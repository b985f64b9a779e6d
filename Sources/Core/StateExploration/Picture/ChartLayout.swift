/// The places of all states, arrows and texts of a chart, in pixels.
///
/// A box lies inside the boxes of its superstates, and a text inside its box. No other boxes or texts overlap. Every
/// arrow begins and ends at the border of a box. All coordinates are whole numbers. The same chart always gets the same
/// layout.
struct ChartLayout {
    struct Point: Hashable {
        let x: Int
        let y: Int
    }

    struct Rectangle: Hashable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        var maxY: Int { y + height }
    }

    /// A text, with the line height of its metrics.
    struct Text {
        let lines: [String]
        /// The frame of all lines. Each line begins at the frame's left edge or is centered in it.
        let frame: Rectangle
    }

    /// The box of a state, a superstate, or the mark of the beginning.
    struct Box {
        let element: Int
        let frame: Rectangle
        /// The name of the state.
        let title: Text
        /// The state's data, then the state's actions, below the name.
        let data: Text
        let actions: Text
    }

    struct Arrow {
        /// The number of the arrow in the tree.
        let number: Int
        /// The ends of the arrow's stretches. A stretch is straight if its ends are aligned, else a curve.
        let points: [Point]
        let label: Text?
        /// True if the arrow leads from a state to itself.
        let isLoop: Bool
    }

    /// The direction in which a chart grows from its beginning.
    enum Direction { case down, right }

    let direction: Direction
    var boxes: [Box] = []
    var arrows: [Arrow] = []
    var width = 0
    var height = 0

    let tree: ChartTree
    /// The contents of each element, then the contents of the whole chart.
    var levels: [Level]
    /// The row of each element in its level.
    var rows: [Int]
    var footprints: [Int: LevelLayout.Footprint] = [:]
    /// The upper left corner of each level's contents, keyed by the level.
    var corners: [Int: (along: Int, across: Int)] = [:]

    /// A level: the whole chart, or the inside of a superstate. Its layout is `nil` until it is measured.
    struct Level {
        /// Arrows between different elements of this level, with their numbers in the tree.
        var arrows: [(number: Int, source: Int, target: Int)] = []
        /// Arrows that pass the level's border or end at it; `isLast` is true at the level's last border.
        var borderArrows: [(number: Int, element: Int?, isLast: Bool)] = []
        var layout: LevelLayout?
    }

    /// The distance between the chart and the border of the picture.
    static let margin = 12
    /// The distances between a superstate's border and its states: at the sides, and at the top, where its name is.
    static let padding = 16, headerHeight = 30
    /// The distance between a state's box and the label of an arrow from the state to itself.
    static let loopSize = 20

    init(_ tree: ChartTree, direction: Direction) {
        self.tree = tree
        self.direction = direction
        levels = Array(repeating: Level(), count: tree.elements.count + 1)
        rows = Array(repeating: 0, count: tree.elements.count)
        assignArrows()
        for root in tree.roots { measure(root) }
        let size = layOut(nil)
        (width, height) = direction == .down ? (size.along, size.across) : (size.across, size.along)
        (width, height) = (width + 2 * ChartLayout.margin, height + 2 * ChartLayout.margin)
        place(nil, atAlong: ChartLayout.margin, across: ChartLayout.margin)
        addArrows()
    }

    func index(of level: Int?) -> Int { level ?? tree.elements.count }
}
