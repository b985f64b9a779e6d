/// The layout of one level of a chart: of the whole chart, or of the inside of a superstate.
///
/// Between two rows of states is a row for the labels of arrows. An arrow that passes a row gets a separate place in
/// it. So nothing overlaps, and arrows cross only arrows. A chart may grow downward or to the right, so directions are
/// called *along* and *across* the rows.
///
/// Rows are ordered by barycenters (Sugiyama, Tagawa and Toda, 1981). Within this order, each row is placed so that the
/// sum of the squared distances to neighbors in other rows is least (pool adjacent violators: Barlow and others,
/// *Statistical Inference under Order Restrictions*, 1972).
struct LevelLayout {
    /// The room that an element takes in the level around it.
    struct Footprint {
        var along: Int
        var across: Int
        /// The box within that room, at which arrows begin and end: along the rows, and across them.
        var box: Span
        var boxAcross: Span
        /// The distances from the box's start at which arrows pass a superstate's border, keyed by the arrows' numbers.
        ///
        /// `nil` for a state without substates: the ends of its arrows are distributed over its border.
        var ports: [Int: Int]?
    }

    struct Span {
        var start: Int
        var length: Int
        var end: Int { start + length }
        var middle: Int { start + length / 2 }
    }

    /// A straight stretch of an arrow across a row.
    struct Run {
        var along: Int
        var start: Int
        var end: Int
    }

    /// An end of an arrow within a level: at an element, or at the border of the level.
    enum End {
        case element(Int)
        case border
    }

    /// An arrow within a level. `first` is the end in the earlier row, whatever the arrow's direction is.
    struct Link {
        let arrow: Int
        let first: End
        let last: End
        /// The room for a label, and true if the label stands near the first end; `nil` for an arrow without a label.
        var label: (along: Int, across: Int, isNearFirst: Bool)?
    }

    enum Side { case before, after }

    enum Kind { case element(Int), label(arrow: Int), bend, port, title }

    struct Node {
        let kind: Kind
        /// The row. Row 0 contains the ports at the level's first border; elements are in odd rows.
        let row: Int
        var along: Int
        var across = 0
        /// The index of the node in its row.
        var order = 0
        var start = 0.0
        var isElement: Bool { if case .element = kind { true } else { false } }
    }

    struct Edge {
        let arrow: Int
        let first: Int
        let last: Int
        /// The distances of the edge's ends from the starts of their nodes.
        var firstOffset = 0
        var lastOffset = 0
        let weight: Double
    }

    var nodes: [Node] = []
    var edges: [Edge] = []
    /// For each node, the edges to the previous row, then the edges to the next row. They are not stored in the node,
    /// because reading a node copies it.
    var edgesBefore: [[Int]] = []
    var edgesAfter: [[Int]] = []
    var rows: [[Int]] = []
    let footprints: [Int: Footprint]
    /// The nodes and edges of each arrow, from the first row to the last.
    var chains: [(arrow: Int, nodes: [Int], edges: [Int])] = []
    /// Ports of arrows that begin or end at the level's border.
    var loosePorts: [(arrow: Int, node: Int)] = []

    // MARK: Results

    var along = 0
    var across = 0
    /// The upper left corner of each element's room, keyed by the element.
    var origins: [Int: (along: Int, across: Int)] = [:]
    var runs: [Int: [Run]] = [:]
    var labels: [Int: (along: Span, across: Span)] = [:]
    var ports: [Int: Int] = [:]

    /// Lays a level out.
    ///
    /// - Parameters:
    ///   - elements: The elements, each with its row, counted from 0.
    ///   - footprints: The room of each element, keyed by the element.
    ///   - links: The arrows within the level.
    ///   - borderArrows: The arrows that begin or end at the level's border; `isLast` is true at the level's last
    ///     border.
    ///   - title: The room for a title at the start of the first border, which no arrow passes; `nil` for a level
    ///     without a title.
    ///   - minimumAcross: The least distance between the first and the last border.
    init(
        _ elements: [(element: Int, row: Int)], footprints: [Int: Footprint], links: [Link],
        borderArrows: [(arrow: Int, isLast: Bool)], title: (along: Int, across: Int)?,
        minimumAcross: Int = 0
    ) {
        self.footprints = footprints
        let lastRow = 2 * ((elements.map(\.row).max() ?? 0) + 1)
        rows = Array(repeating: [], count: lastRow + 1)
        if let title { addNode(.title, row: 0, along: title.along, across: title.across) }
        var numbers: [Int: Int] = [:]
        for (element, row) in elements {
            guard let footprint = footprints[element] else { continue }
            numbers[element] = addNode(
                .element(element), row: 2 * row + 1, along: footprint.along, across: footprint.across)
        }
        let band = title?.across ?? 0
        for link in links { add(link, numbers, lastRow: lastRow, band: band) }
        for (arrow, isLast) in borderArrows {
            loosePorts.append((arrow, addNode(.port, row: isLast ? lastRow : 0, along: 1, across: isLast ? 0 : band)))
        }
        orderRows()
        attachEdges()
        placeAlongRows()
        placeAcrossRows(minimumAcross)
    }

    // MARK: The nodes

    func edges(_ side: Side, of node: Int) -> [Int] { side == .before ? edgesBefore[node] : edgesAfter[node] }

    @discardableResult private mutating func addNode(_ kind: Kind, row: Int, along: Int, across: Int = 0) -> Int {
        nodes.append(Node(kind: kind, row: row, along: along, across: across, order: rows[row].count))
        edgesBefore.append([])
        edgesAfter.append([])
        rows[row].append(nodes.count - 1)
        return nodes.count - 1
    }

    private mutating func add(_ link: Link, _ numbers: [Int: Int], lastRow: Int, band: Int) {
        func node(of end: End, orPortIn row: Int) -> Int {
            if case .element(let element) = end, let number = numbers[element] { return number }
            return addNode(.port, row: row, along: 1, across: row == 0 ? band : 0)
        }
        let first = node(of: link.first, orPortIn: 0)
        let last = node(of: link.last, orPortIn: lastRow)
        let between = nodes[first].row + 1..<nodes[last].row
        let labelRow = link.label.map { $0.isNearFirst ? between.lowerBound : between.upperBound - 1 }
        var chain = [first]
        for row in between {
            if row == labelRow, let label = link.label {
                chain.append(addNode(.label(arrow: link.arrow), row: row, along: label.along, across: label.across))
            } else {
                chain.append(addNode(.bend, row: row, along: 1))
            }
        }
        chain.append(last)
        let firstEdge = edges.count
        for (first, last) in zip(chain, chain.dropFirst()) {
            let straightness = [first, last].count { !nodes[$0].isElement }
            edges.append(Edge(arrow: link.arrow, first: first, last: last, weight: [1, 2, 8][straightness]))
            edgesAfter[first].append(edges.count - 1)
            edgesBefore[last].append(edges.count - 1)
        }
        chains.append((link.arrow, chain, Array(firstEdge..<edges.count)))
    }
}
