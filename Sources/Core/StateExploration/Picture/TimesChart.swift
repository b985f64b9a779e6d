/// The times of states as rows. Each has the state's name, the number of entries, the time, and a bar for the time.
struct TimesChart {
    struct Row {
        let state: String
        let name: String
        /// The number of the state's superstates.
        let depth: Int
        let isSuperstate: Bool
        let count: Int
        let time: Duration
    }

    private static let rowHeight = 26, indent = 16, gap = 18, barWidth = 160, barHeight = 12
    private static let headings = (count: "entered", time: "time")

    let rows: [Row]
    private let nameWidth: Int
    private let countWidth: Int
    private let timeWidth: Int

    var width: Int { nameWidth + countWidth + timeWidth + Self.barWidth + 3 * Self.gap }
    /// The height of the headings and all rows.
    var height: Int { (rows.count + 1) * Self.rowHeight }

    /// Makes a row for each state of a diagram, in its order, and then a row for each other entry.
    init(_ diagram: StateDiagram, _ entries: [Row]) {
        var rows: [Row] = []
        func add(_ node: StateDiagram.Node, depth: Int) {
            let entry = entries.first { $0.state == node.path }
            rows.append(
                Row(
                    state: node.path, name: node.text.onOneLine, depth: depth,
                    isSuperstate: !node.substates.isEmpty, count: entry?.count ?? 0, time: entry?.time ?? .zero))
            // The times do not contain regions, except for the states in the unnamed region of substates.
            let substates = node.substates.flatMap { $0.isRegion ? $0.name.isEmpty ? $0.substates : [] : [$0] }
            // The second node inside a state that is also a superstate gets no row, because it is the same state.
            for substate in substates where [substate.path] != diagram.nodes(of: diagram.texts[node.path]) {
                add(substate, depth: depth + 1)
            }
        }
        for root in diagram.roots { add(root, depth: 0) }
        let drawn = Set(rows.map(\.state))
        rows += entries.filter { !drawn.contains($0.state) }
        self.rows = rows
        nameWidth = rows.map { TextMetrics.name.width(of: $0.name) + $0.depth * Self.indent }.max() ?? 0
        countWidth = (rows.map(\.countText) + [Self.headings.count]).map(TextMetrics.detail.width).max() ?? 0
        timeWidth = (rows.map(\.timeText) + [Self.headings.time]).map(TextMetrics.detail.width).max() ?? 0
    }

    // MARK: Drawing

    /// The SVG elements of the rows, with the upper left corner at a point.
    func elements(atX x: Int, y: Int) -> [String] {
        let countEnd = x + nameWidth + Self.gap + countWidth
        let timeEnd = countEnd + Self.gap + timeWidth
        let longest = rows.map(\.time).max() ?? .zero
        var elements = [
            "<g class=\"headings\">", text(Self.headings.count, upTo: countEnd, top: y),
            text(Self.headings.time, upTo: timeEnd, top: y), "</g>",
        ]
        for (index, row) in rows.enumerated() {
            let top = y + (index + 1) * Self.rowHeight
            let classes = "entry" + (row.isSuperstate ? " superstate" : "") + (row.count == 0 ? " unentered" : "")
            elements.append("<g class=\"\(classes)\" data-entry=\"\(row.state.escapedForXML)\">")
            elements.append(text(row.name, "name", .name, x: x + row.depth * Self.indent, top: top))
            elements.append(text(row.countText, upTo: countEnd, top: top))
            elements.append(text(row.timeText, upTo: timeEnd, top: top))
            if row.time > .zero {
                let length = max(1, Int(row.time / longest * Double(Self.barWidth)))
                elements.append(
                    "<rect class=\"bar\" x=\"\(timeEnd + Self.gap)\" y=\"\(top + (Self.rowHeight - Self.barHeight) / 2)\" "
                        + "width=\"\(length)\" height=\"\(Self.barHeight)\" rx=\"2\"/>")
            }
            elements.append("</g>")
        }
        return elements
    }

    private func text(_ content: String, upTo end: Int, top: Int) -> String {
        text(content, "label", .detail, x: end - TextMetrics.detail.width(of: content), top: top)
    }

    /// An SVG element for a text that is vertically centered in a row.
    private func text(_ content: String, _ name: String, _ metrics: TextMetrics, x: Int, top: Int) -> String {
        SVGWriter.text(content, name, metrics, x: x, top: top + (Self.rowHeight - metrics.lineHeight) / 2)
    }

    static let style = """

        .unentered > .name { fill: var(--quiet) }
        .bar { fill: var(--accent) }
        .superstate > .bar { fill: var(--line); stroke: none }
        """
}

extension TimesChart.Row {
    fileprivate var countText: String { "\(count)" }

    fileprivate var timeText: String { count == 0 ? "–" : time.text }
}

extension Duration {
    /// The duration in its two largest units out of hours, minutes, seconds and milliseconds: `1m 5s`.
    var text: String {
        let units: [(name: String, size: UInt128)] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)]
        func parts(of milliseconds: UInt128) -> [(count: UInt128, unit: (name: String, size: UInt128))] {
            var rest = milliseconds
            return Array(
                units.map { unit in
                    defer { rest %= unit.size }
                    return (rest / unit.size, unit)
                }.filter { $0.count > 0 }.prefix(2))
        }
        let milliseconds = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
        guard let smallest = parts(of: milliseconds).last?.unit.size else { return "0ms" }
        let rounded = (milliseconds + smallest / 2) / smallest * smallest
        return (self < .zero ? "-" : "")
            + parts(of: rounded).map { "\($0.count)\($0.unit.name)" }.joined(separator: " ")
    }
}
