/// Measuring elements and texts.
extension ChartLayout {
    typealias Texts = (title: [String], data: [String], actions: [String])

    /// The lines of an element: its name, the data of its state, and its actions.
    func texts(of element: Int) -> Texts {
        let (name, details) = (tree.elements[element].name, tree.elements[element].details)
        func lines(_ text: String) -> [String] { TextMetrics.detail.lines(of: text.onOneLine.words, within: 150) }
        return (
            tree.elements[element].isRegion && name.isEmpty
                ? [] : [(tree.elements[element].change?.sign ?? "") + name.onOneLine],
            details.isEmpty ? [] : lines(details), tree.elements[element].actions.flatMap(lines)
        )
    }

    /// The size of an element's name, and of all lines below the name.
    static func sizes(of texts: Texts) -> (name: (width: Int, height: Int), details: (width: Int, height: Int)) {
        (size(of: texts.title, .name), size(of: texts.data + texts.actions, .detail))
    }

    /// The lines of a label in UML's notation. Requests with the same condition and effects share lines.
    func lines(of arrow: ChartTree.Arrow) -> [String] {
        var groups: [[StateDiagram.Label]] = []
        for label in arrow.labels {
            let index = groups.firstIndex { $0[0].remark == label.remark && $0[0].effects == label.effects }
            if let index { groups[index].append(label) } else { groups.append([label]) }
        }
        // Requests without effects come first: after effects, they would look like further effects.
        let sorted = groups.filter { $0[0].effects.isEmpty } + groups.filter { !$0[0].effects.isEmpty }
        let paragraphs = sorted.map { labels in
            let remark = labels[0].remark.isEmpty ? [] : labels[0].remark.onOneLine.words
            let isStart = labels[0].markedRequest.isEmpty
            var pieces = (isStart ? [] : ChartLayout.list(labels.map(\.markedRequest))) + remark
            if !labels[0].effects.isEmpty {
                pieces = isStart ? ["/"] : pieces.dropLast() + [pieces[pieces.count - 1] + " /"]
                pieces += ChartLayout.list(labels[0].effects)
            }
            return pieces
        }
        return paragraphs.flatMap { TextMetrics.detail.lines(of: $0, within: direction == .down ? 110 : 90) }
    }

    /// The texts, each with a comma except for the last.
    private static func list(_ texts: [String]) -> [String] {
        texts.enumerated().map { $0 + 1 < texts.count ? $1.onOneLine + "," : $1.onOneLine }
    }

    static func size(of lines: [String], _ metrics: TextMetrics) -> (width: Int, height: Int) {
        (lines.map(metrics.width(of:)).max() ?? 0, lines.count * metrics.lineHeight)
    }

    func loopLines(at element: Int) -> [String]? {
        tree.arrows.first { $0.source == element && $0.target == element }.map(lines(of:))
    }

    /// Finds the size of an element, after the sizes of the elements in it.
    mutating func measure(_ element: Int) {
        if !tree.elements[element].children.isEmpty { return measureSuperstate(element) }
        let (width, height) = boxSize(of: element)
        var (along, across) = direction == .down ? (width, height) : (height, width)
        // The box needs room for the ends of all its arrows.
        let level = levels[index(of: tree.elements[element].parent)]
        let ends = level.arrows.reduce((first: 0, last: 0)) { count, arrow in
            let leadsOn = rows[arrow.source] < rows[arrow.target]
            let isLast = arrow.source == element ? leadsOn : arrow.target == element ? !leadsOn : nil
            return (count.first + (isLast == false ? 1 : 0), count.last + (isLast == true ? 1 : 0))
        }
        let passing = level.borderArrows.filter { $0.element == element }
        let first = ends.first + passing.count { !$0.isLast }
        let last = ends.last + passing.count { $0.isLast }
        if !tree.elements[element].isStart { along = max(along, 12 * (max(first, last) + 1)) }

        var footprint = LevelLayout.Footprint(
            along: along, across: across, box: .init(start: 0, length: along),
            boxAcross: .init(start: 0, length: across))
        if let lines = loopLines(at: element) {
            let label = ChartLayout.size(of: lines, .detail)
            let (labelAlong, labelAcross) =
                direction == .down ? (label.width, label.height) : (label.height, label.width)
            footprint.along += ChartLayout.loopSize + 6 + labelAlong
            across = max(across, labelAcross)
            footprint.boxAcross.start = (across - footprint.across) / 2
            footprint.across = across
        }
        footprints[element] = footprint
    }

    func boxSize(of element: Int) -> (width: Int, height: Int) {
        if tree.elements[element].isStart { return (12, 12) }
        let (name, details) = ChartLayout.sizes(of: texts(of: element))
        return (max(max(name.width, details.width) + 28, 72), name.height + details.height + 18)
    }

    mutating func measureSuperstate(_ element: Int) {
        let children = tree.elements[element].children
        for child in children { measure(child) }
        // All regions of a state get the length of the longest region.
        let longest = children.compactMap { footprints[$0]?.across }.max() ?? 0
        for child in children where tree.elements[child].isRegion {
            footprints[child]?.across = longest
            footprints[child]?.boxAcross.length = longest
        }
        let size = layOut(element)
        let title = headerSize(of: element)
        let inset = along(ofInsetAt: element)
        var along = size.along + inset + ChartLayout.padding
        if direction == .down { along = max(along, title.width + 2 * ChartLayout.padding) }
        let across = size.across
        let ports = levels[element].layout?.ports.mapValues { $0 + inset } ?? [:]
        footprints[element] = LevelLayout.Footprint(
            along: along, across: across, box: .init(start: 0, length: along),
            boxAcross: .init(start: 0, length: across), ports: ports)
    }

    /// The size of a superstate's header, which contains its name and its actions above its states.
    func headerSize(of element: Int) -> (width: Int, height: Int) {
        let (name, details) = ChartLayout.sizes(of: texts(of: element))
        return (max(name.width, details.width), ChartLayout.headerHeight + details.height)
    }

    /// The distance between the border of a superstate and the beginning of its rows.
    func along(ofInsetAt element: Int) -> Int {
        direction == .down ? ChartLayout.padding : headerSize(of: element).height
    }

    mutating func layOut(_ element: Int?) -> (along: Int, across: Int) {
        let level = levels[index(of: element)]
        let children = element.map { tree.elements[$0].children } ?? tree.roots
        var links: [LevelLayout.Link] = []
        for arrow in level.arrows {
            let leadsOn = rows[arrow.source] < rows[arrow.target]
            var link = LevelLayout.Link(
                arrow: arrow.number, first: .element(leadsOn ? arrow.source : arrow.target),
                last: .element(leadsOn ? arrow.target : arrow.source))
            let lines = lines(of: tree.arrows[arrow.number])
            if !lines.isEmpty {
                let size = ChartLayout.size(of: lines, .detail)
                link.label =
                    direction == .down
                    ? (size.width + 8, size.height + 4, leadsOn) : (size.height + 4, size.width + 16, leadsOn)
            }
            links.append(link)
        }
        var borderArrows: [(arrow: Int, isLast: Bool)] = []
        for arrow in level.borderArrows {
            guard let inner = arrow.element else {
                borderArrows.append((arrow.number, arrow.isLast))
                continue
            }
            links.append(
                LevelLayout.Link(
                    arrow: arrow.number, first: arrow.isLast ? .element(inner) : .border,
                    last: arrow.isLast ? .border : .element(inner)))
        }
        var title: (along: Int, across: Int)?
        var minimum = 0
        if let element {
            let size = headerSize(of: element)
            switch direction {
            case .down: title = (size.width, size.height)
            case .right: minimum = size.width + 2 * ChartLayout.padding
            }
        }
        let layout = LevelLayout(
            children.map { ($0, rows[$0]) }, footprints: footprints, links: links, borderArrows: borderArrows,
            title: title, minimumAcross: minimum)
        levels[index(of: element)].layout = layout
        return (layout.along, layout.across)
    }
}

extension String {
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
