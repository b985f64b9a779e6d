/// The places of all states, arrows and texts of a chart, in pixels.
///
/// Only related things overlap: a box lies in its superstates, a text in its box. No other boxes or texts overlap.
/// Every arrow begins and ends at the border of a box. All places are whole numbers; the same chart always has the same
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
        /// The frame of all lines; each line begins at its left edge, or is centered.
        let frame: Rectangle
    }

    /// A state, a superstate, or the mark of the beginning.
    struct Box {
        let element: Int
        let frame: Rectangle
        /// The name of the state.
        let title: Text
        /// The data of the state, and its actions, below the name.
        let data: Text
        let actions: Text
    }

    struct Arrow {
        /// The number of the arrow in the tree.
        let number: Int
        /// The ends of the arrow's stretches, each of which is straight, or a curve if it has to bend.
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
    /// The contents of each element; the last level is the whole chart.
    var levels: [Level]
    /// The row of each element in its level.
    var rows: [Int]
    var footprints: [Int: LevelLayout.Footprint] = [:]
    /// The first corner of the contents of each level.
    var corners: [Int: (along: Int, across: Int)] = [:]

    /// The arrows of a level, before the layout.
    struct Level {
        /// Arrows with ends in different elements of this level.
        var arrows: [(number: Int, source: Int, target: Int)] = []
        /// Arrows that pass or begin at the level's border, and true for its last border.
        var borderArrows: [(number: Int, element: Int?, isLast: Bool)] = []
        var layout: LevelLayout?
    }

    /// The distance of everything from the border of the picture.
    static let margin = 12
    /// The distances inside a superstate: at its sides, and above its states for its name.
    static let padding = 16, headerHeight = 30
    /// The room between the box of a state and the label of an arrow from it to itself.
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
