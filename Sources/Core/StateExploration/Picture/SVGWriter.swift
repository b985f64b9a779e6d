/// Writes an SVG file with a chart, optionally with the times of its states.
struct SVGWriter {
    private(set) var text = ""
    private let tree: ChartTree
    /// The prefix of all identifiers, which must be unique in a page with several pictures.
    private let prefix: String
    private let run: PlayedRun?

    init(
        _ tree: ChartTree, _ layout: ChartLayout, current: [String], prefix: String = "", times: TimesChart? = nil,
        playing run: PlayedRun? = nil
    ) {
        (self.tree, self.prefix, self.run) = (tree, prefix, run)
        let captions = run?.places(below: layout) ?? []
        var size = SVGWriter.size(of: layout, with: times, captions)
        let legend = legend(below: size.height)
        if let end = legend.last?.text.frame {
            size = (max(size.width, end.x + end.width + ChartLayout.margin), end.maxY + ChartLayout.margin)
        }
        let states = tree.elements.filter { $0.children.isEmpty && !$0.isStart }.map(\.text.onOneLine)
        let steps = run.map { ". It plays: \($0.frames.map(\.caption).joined(separator: ", "))" } ?? ""
        let title = "A statechart: \(states.joined(separator: ", "))\(steps)"
        line(SVGWriter.beginning(width: size.width, height: size.height, title: title, prefix: prefix))
        let style = SVGWriter.style + regionStyle + changeStyle + (times == nil ? "" : TimesChart.style)
        line("<style>\n\(style)\(run?.style ?? "")\n</style>")
        line(definitions)
        // A background, so that the picture is readable on a page of any color.
        line("<rect class=\"paper\" width=\"\(size.width)\" height=\"\(size.height)\" rx=\"12\"/>")
        // Superstates are drawn first, so that their states are on top.
        for box in layout.boxes where !tree.elements[box.element].children.isEmpty { add(box, current) }
        addDividers(layout)
        for arrow in layout.arrows { add(arrow, bendsDown: layout.direction == .down) }
        for box in layout.boxes where tree.elements[box.element].children.isEmpty { add(box, current) }
        if let run { line(run.captions(at: captions)) }
        for (name, text) in legend {
            line("<g class=\"legend\(name)\">")
            add(text, "label", .detail, isCentered: false)
            line("</g>")
        }
        if let times {
            let corner = SVGWriter.corner(of: times, with: layout)
            for element in times.elements(atX: corner.x, y: corner.y) { line(element) }
        }
        line("</svg>")
    }

    private static func beginning(width: Int, height: Int, title: String, prefix: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
        width="\(width)" height="\(height)" role="img" aria-labelledby="\(prefix)title">
        <title id="\(prefix)title">\(title.escapedForXML)</title>
        """
    }

    /// A picture that contains only a sentence, and the picture's width in pixels.
    static func picture(of sentence: String, prefix: String = "") -> (svg: String, width: Int) {
        let (width, metrics) = (400, TextMetrics.detail)
        let lines = metrics.lines(of: sentence.split(separator: " ").map(String.init), within: width - 40)
        let height = lines.count * metrics.lineHeight + 40
        let texts = lines.enumerated().map { text($1, "label", metrics, x: 20, top: 20 + $0 * metrics.lineHeight) }
        let svg = """
            \(beginning(width: width, height: height, title: sentence, prefix: prefix))
            <style>
            \(style)
            </style>
            <rect class="paper" width="\(width)" height="\(height)" rx="12"/>
            \(texts.joined(separator: "\n"))
            </svg>

            """
        return (svg, width)
    }

    /// The upper left corner of the times: to the right of a chart that fits into an article, else below the chart.
    private static func corner(of times: TimesChart, with layout: ChartLayout) -> (x: Int, y: Int) {
        let margin = ChartLayout.margin
        return layout.isNarrow ? (layout.width + margin, margin) : (margin, layout.height)
    }

    private static func size(
        of layout: ChartLayout, with times: TimesChart?, _ captions: [ChartLayout.Rectangle]
    ) -> (width: Int, height: Int) {
        guard let times else {
            let (width, height) = (captions.map { $0.x + $0.width }.max() ?? 0, captions.last?.maxY ?? 0)
            return (max(layout.width, width + ChartLayout.margin), max(layout.height, height + ChartLayout.margin))
        }
        let corner = corner(of: times, with: layout)
        return (
            max(layout.width, corner.x + times.width + ChartLayout.margin),
            max(layout.height, corner.y + times.height + ChartLayout.margin)
        )
    }

    /// All marks of a difference, or that of a coverage.
    private var marks: [StateDiagram.Change] {
        let changes = tree.elements.map(\.change) + tree.arrows.flatMap { $0.labels.map(\.change) }
        return changes.contains(.untaken)
            ? [.untaken] : changes.allSatisfy { $0 == nil } ? [] : [.added, .gone, .changed]
    }

    /// The texts below a picture with marks, each with the class of its mark.
    private func legend(below height: Int) -> [(name: String, text: ChartLayout.Text)] {
        let items =
            run == nil
            ? marks.map { (" \($0.rawValue)", $0.legend) }
            : [("", "lit: the current state, and the request before it")]
        var (x, metrics) = (ChartLayout.margin, TextMetrics.detail)
        return items.map { name, text in
            let width = metrics.width(of: text)
            defer { x += width + 16 }
            let frame = ChartLayout.Rectangle(x: x, y: height, width: width, height: metrics.lineHeight)
            return (name, ChartLayout.Text(lines: [text], frame: frame))
        }
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    static func attributes(of frame: ChartLayout.Rectangle) -> String {
        "x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\""
    }

    // MARK: States

    private mutating func add(_ box: ChartLayout.Box, _ current: [String]) {
        let (element, frame) = (tree.elements[box.element], box.frame)
        if element.isStart {
            return line(
                "<circle class=\"start\" cx=\"\(frame.x + frame.width / 2)\" cy=\"\(frame.y + frame.height / 2)\" "
                    + "r=\"\(frame.width / 2)\"/>")
        }
        var classes = [element.children.isEmpty ? "state" : "superstate"]
        if !element.isExplored { classes.append("unexplored") }
        if element.isRegion { classes.append("region") }
        if let change = element.change { classes.append(change.rawValue) }
        if current.contains(element.path) { classes.append("current") }
        line("<g class=\"\(classes.joined(separator: " "))\" data-state=\"\(element.path.escapedForXML)\">")
        let radius = element.children.isEmpty ? 9 : 12
        line("<rect \(SVGWriter.attributes(of: frame)) rx=\"\(radius)\"/>")
        if let run {
            for (index, step) in run.frames.enumerated() where step.nodes.contains(element.path) {
                line(run.light(index, "at", frame, radius: radius))
            }
        }
        add(box.title, "name", .name, isCentered: element.children.isEmpty)
        add(box.data, "data", .detail, isCentered: element.children.isEmpty)
        add(box.actions, "action", .detail, isCentered: element.children.isEmpty)
        line("</g>")
    }

    /// Draws a dashed line between neighboring regions of a state.
    private mutating func addDividers(_ layout: ChartLayout) {
        let frames = Dictionary(uniqueKeysWithValues: layout.boxes.map { ($0.element, $0.frame) })
        for box in layout.boxes {
            let (state, children) = (box.frame, tree.elements[box.element].children)
            let regions = children.filter { tree.elements[$0].isRegion }.compactMap { frames[$0] }
            let isBeside = layout.direction == .down
            let sorted = regions.sorted { isBeside ? $0.x < $1.x : $0.y < $1.y }
            let start = (sorted.map(\.y).min() ?? 0) - 4
            for (region, next) in zip(sorted, sorted.dropFirst()) {
                let way =
                    isBeside
                    ? "M\((region.x + region.width + next.x) / 2) \(start)V\(state.maxY)"
                    : "M\(state.x) \((region.maxY + next.y) / 2)H\(state.x + state.width)"
                line("<path class=\"divider\" d=\"\(way)\"/>")
            }
        }
    }

    // MARK: Texts

    private mutating func add(_ text: ChartLayout.Text, _ name: String, _ metrics: TextMetrics, isCentered: Bool) {
        for (index, content) in text.lines.enumerated() {
            let indent = isCentered ? (text.frame.width - metrics.width(of: content)) / 2 : 0
            let top = text.frame.y + index * metrics.lineHeight
            line(SVGWriter.text(content, name, metrics, x: text.frame.x + indent, top: top))
        }
    }

    /// An SVG element for a text on one line, with its upper left corner at a point.
    static func text(_ content: String, _ name: String, _ metrics: TextMetrics, x: Int, top: Int) -> String {
        // The baseline; a quarter of the line height is below it.
        "<text class=\"\(name)\" x=\"\(x)\" y=\"\(top + metrics.lineHeight * 3 / 4)\" "
            + "textLength=\"\(metrics.width(of: content))\" lengthAdjust=\"spacingAndGlyphs\">"
            + "\(content.escapedForXML)</text>"
    }

    // MARK: Arrows

    private mutating func add(_ arrow: ChartLayout.Arrow, bendsDown: Bool) {
        let ends = tree.arrows[arrow.number]
        let (source, target) = (tree.elements[ends.source].path, tree.elements[ends.target].path)
        let changes = Set(ends.labels.map { $0.change?.rawValue })
        let mixture = changes.contains("untaken") ? "" : " changed"
        let change = changes.count > 1 ? mixture : changes.first.flatMap { $0 }.map { " \($0)" } ?? ""
        let origins = ends.origins.map { tree.elements[$0].path }.joined(separator: "\n").escapedForXML
        let bundle = ends.origins == [ends.source] ? "" : "data-origins=\"\(origins)\" "
        line(
            "<g class=\"arrow\(change)\" data-source=\"\(source.escapedForXML)\" data-target=\"\(target.escapedForXML)\" \(bundle)"
                + "data-requests=\"\(ends.labels.map(\.request.onOneLine).joined(separator: "\n").escapedForXML)\">")
        let way = arrow.isLoop ? loop(arrow.points) : way(arrow.points, bendsDown)
        line("<path marker-end=\"url(#\(prefix)head)\" d=\"\(way)\"/>")
        for index in run?.frames(after: ends, in: tree) ?? [] {
            let frame = "class=\"step\" style=\"--at:\(index)\" pathLength=\"1\""
            line("<path \(frame) marker-end=\"url(#\(prefix)stepHead)\" d=\"\(way)\"/>")
        }
        if let label = arrow.label { add(label, "label", .detail, isCentered: false) }
        line("</g>")
    }

    /// The SVG path through all points. Its curves begin and end in the chart's direction.
    private func way(_ points: [ChartLayout.Point], _ bendsDown: Bool) -> String {
        var result = "M\(points[0].x) \(points[0].y)"
        var last = points[0]
        for point in points.dropFirst() where point != last {
            if bendsDown ? point.x == last.x : point.y == last.y {
                result += bendsDown ? "V\(point.y)" : "H\(point.x)"
            } else if bendsDown {
                let middle = (last.y + point.y) / 2
                result += "C\(last.x) \(middle) \(point.x) \(middle) \(point.x) \(point.y)"
            } else {
                let middle = (last.x + point.x) / 2
                result += "C\(middle) \(last.y) \(middle) \(point.y) \(point.x) \(point.y)"
            }
            last = point
        }
        return result
    }

    private func loop(_ points: [ChartLayout.Point]) -> String {
        let (start, first, second, end) = (points[0], points[1], points[2], points[3])
        return "M\(start.x) \(start.y)C\(first.x) \(first.y) \(second.x) \(second.y) \(end.x) \(end.y)"
    }

    // MARK: Appearance

    private var definitions: String {
        let marker = """
            <marker id="\(prefix)head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" \
            markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 .5 8 4 0 7.5Z"/></marker>
            """
        return "<defs>\(marker)\(run == nil ? "" : marker.replacing("head\"", with: "stepHead\""))</defs>"
    }

    /// The style sheet's colors, light and dark, for a picture and the page around it. `selector` is the CSS selector
    /// of the elements that define them.
    static func colors(for selector: String) -> String {
        """
        \(selector) { --paper: #fff; --box: #fff; --area: #f5f6f8; --line: #c3c9d4; --arrow: #6b7486; --ink: #1d2433; \
        --quiet: #5b6475; --accent: #2f6fed; --lit: #e6efff }
        @media (prefers-color-scheme: dark) { \(selector) { --paper: #14171d; --box: #242a35; --area: #1b2029; \
        --line: #465064; --arrow: #8e99ad; --ink: #e8ecf4; --quiet: #a5afc2; --accent: #7ba8ff; --lit: #24365c } }
        """
    }

    private var regionStyle: String {
        guard tree.elements.contains(where: \.isRegion) else { return "" }
        return """

            .region > rect { fill: none; stroke: none }
            .divider { stroke: var(--quiet); stroke-width: 1.25; stroke-dasharray: 6 4 }
            """
    }

    private var changeStyle: String {
        if marks.isEmpty { return "" }
        return """

            svg { --added: #1a7f37; --gone: #cf222e }
            @media (prefers-color-scheme: dark) { svg { --added: #4ac26b; --gone: #ff7b72 } }
            .added > path, .added > rect { stroke: var(--added); stroke-width: 2 }
            .gone > path, .gone > rect { stroke: var(--gone); stroke-dasharray: 5 4 }
            .changed > path, .changed > rect { stroke: var(--accent); stroke-width: 2 }
            .added > text { fill: var(--added) }
            .gone > text { fill: var(--gone) }
            .changed > text { fill: var(--accent) }
            .untaken { opacity: .4 }
            """
    }

    private static let style =
        colors(for: "svg") + "\n" + """
            text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; fill: var(--ink) }
            .paper { fill: var(--paper) }
            .name { font-size: 14px; font-weight: 600 }
            .data, .action, .label { font-size: 12px }
            .action, .label { fill: var(--quiet) }
            .superstate > .name { fill: var(--quiet) }
            .state > rect { fill: var(--box); stroke: var(--line); stroke-width: 1.25 }
            .superstate > rect { fill: var(--area); stroke: var(--line); stroke-width: 1 }
            .unexplored > rect { stroke-dasharray: 5 4 }
            .current > rect { fill: var(--lit); stroke: var(--accent); stroke-width: 2.5 }
            .arrow > path { fill: none; stroke: var(--arrow); stroke-width: 1.25 }
            .head, .start { fill: var(--arrow) }
            """
}

extension String {
    /// The text escaped for XML and HTML, also inside of quotation marks.
    package var escapedForXML: String {
        escaped { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case _ where character.isLineBreak: "&#10;"
            case _ where character.isUnreadable: "\u{fffd}"
            default: String(character)
            }
        }
    }
}
