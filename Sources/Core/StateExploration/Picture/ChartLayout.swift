/// The places of all states, arrows and texts of a chart, in pixels.
///
/// Nothing overlaps that does not belong together: no box another one but those that it lies in, no text another text, nor a
/// box that is not its own. Every arrow begins and ends at the border of a box. All places are whole numbers, and the same
/// chart is always laid out in the same way.
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

    /// A text; its lines are as high as its metrics say.
    struct Text {
        let lines: [String]
        /// The room of all lines; each line begins at its left edge, or stands in its middle.
        let frame: Rectangle
    }

    /// A state, a superstate, or the mark of the beginning.
    struct Box {
        let element: Int
        let frame: Rectangle
        /// The name.
        let title: Text
        /// The data of a state, and what it does, below the name.
        let data: Text
        let actions: Text
    }

    struct Arrow {
        /// Its number in the tree.
        let number: Int
        /// The points of its stretches: from each to the next one it leads straight, or in a curve where it has to bend.
        let points: [Point]
        let label: Text?
        /// True if it leads from a state to itself.
        let isLoop: Bool
    }

    /// The way in which a chart grows from its beginning.
    enum Direction { case down, right }

    let direction: Direction
    var boxes: [Box] = []
    var arrows: [Arrow] = []
    var width = 0
    var height = 0

    let tree: ChartTree
    /// For each element, and at the end for the whole chart, what lies in it.
    var levels: [Level]
    /// The rows of each element in its level.
    var rows: [Int]
    var footprints: [Int: LevelLayout.Footprint] = [:]
    /// The first corner of the contents of each level.
    var corners: [Int: (along: Int, across: Int)] = [:]

    /// The arrows of a level, before there are places.
    struct Level {
        /// Those with ends in different elements of this level.
        var arrows: [(number: Int, source: Int, target: Int)] = []
        /// Those that pass its border, or begin there, and whether at its last one.
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
