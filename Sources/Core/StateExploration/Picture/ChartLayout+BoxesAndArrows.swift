/// Placing boxes, arrows and labels.
extension ChartLayout {
    private func rectangle(along: LevelLayout.Span, across: LevelLayout.Span) -> Rectangle {
        direction == .down
            ? Rectangle(x: along.start, y: across.start, width: along.length, height: across.length)
            : Rectangle(x: across.start, y: along.start, width: across.length, height: along.length)
    }

    private func point(along: Int, across: Int) -> Point {
        direction == .down ? Point(x: along, y: across) : Point(x: across, y: along)
    }

    mutating func place(_ element: Int?, atAlong along: Int, across: Int) {
        corners[index(of: element)] = (along, across)
        guard let layout = levels[index(of: element)].layout else { return }
        let children = element.map { tree.elements[$0].children } ?? tree.roots
        for child in children {
            guard let origin = layout.origins[child], let footprint = footprints[child] else { continue }
            var (span, spanAcross) = (footprint.box, footprint.boxAcross)
            span.start += along + origin.along
            spanAcross.start += across + origin.across
            addBox(child, rectangle(along: span, across: spanAcross))
            if !tree.elements[child].children.isEmpty {
                place(child, atAlong: span.start + self.along(ofInsetAt: child), across: spanAcross.start)
            }
            if let lines = loopLines(at: child) { addLoop(at: child, lines, span, spanAcross) }
        }
    }

    private mutating func addBox(_ element: Int, _ frame: Rectangle) {
        let texts = texts(of: element)
        let (name, details) = ChartLayout.sizes(of: texts)
        func centered(_ size: (width: Int, height: Int), at y: Int) -> Rectangle {
            Rectangle(x: frame.x + (frame.width - size.width) / 2, y: y, width: size.width, height: size.height)
        }
        var titleFrame = centered(name, at: frame.y + (frame.height - name.height - details.height) / 2)
        if !tree.elements[element].children.isEmpty {
            titleFrame.x = frame.x + ChartLayout.padding
            titleFrame.y = frame.y + 7
        }
        var detailsFrame = centered(details, at: titleFrame.maxY)
        if !tree.elements[element].children.isEmpty { detailsFrame.x = titleFrame.x }
        var actionsFrame = detailsFrame
        detailsFrame.height = ChartLayout.size(of: texts.data, .detail).height
        actionsFrame.y = detailsFrame.maxY
        actionsFrame.height -= detailsFrame.height
        boxes.append(
            Box(
                element: element, frame: frame, title: Text(lines: texts.title, frame: titleFrame),
                data: Text(lines: texts.data, frame: detailsFrame),
                actions: Text(lines: texts.actions, frame: actionsFrame)))
    }

    private mutating func addLoop(
        at element: Int, _ lines: [String], _ span: LevelLayout.Span, _ across: LevelLayout.Span
    ) {
        guard let number = tree.arrows.firstIndex(where: { $0.source == element && $0.target == element }) else {
            return
        }
        let (far, reach) = (span.end + ChartLayout.loopSize, min(across.length / 4, 14))
        let size = ChartLayout.size(of: lines, .detail)
        let (labelAlong, labelAcross) = direction == .down ? (size.width, size.height) : (size.height, size.width)
        let label = rectangle(
            along: .init(start: far + 6, length: labelAlong),
            across: .init(start: across.middle - labelAcross / 2, length: labelAcross))
        let points = [
            (span.end, across.middle - reach), (far, across.middle - reach), (far, across.middle + reach),
            (span.end, across.middle + reach),
        ]
        arrows.append(
            Arrow(
                number: number, points: points.map { point(along: $0.0, across: $0.1) },
                label: Text(lines: lines, frame: label), isLoop: true))
    }

    /// Adds the arrows. Each is joined from its stretches, from the source through the borders of superstates to the
    /// target.
    mutating func addArrows() {
        for (number, arrow) in tree.arrows.enumerated() where arrow.source != arrow.target {
            let level = tree.level(of: arrow)
            let source = tree.child(of: level, around: arrow.source)
            let target = tree.child(of: level, around: arrow.target)
            let leadsOn = rows[source] < rows[target]
            let inner = { [tree] (end: Int) in Array(tree.surroundings(of: end).prefix { $0 != level }) }
            let way = inner(arrow.source) + [level] + inner(arrow.target).reversed()
            var points: [Point] = []
            for step in way { points += stretches(of: number, in: step, leadsOn: leadsOn) }
            var label: Text?
            if let corner = corners[index(of: level)], let place = levels[index(of: level)].layout?.labels[number] {
                let lines = lines(of: arrow)
                let size = ChartLayout.size(of: lines, .detail)
                var (along, across) = (place.along, place.across)
                along.start += corner.along
                across.start += corner.across
                let room = rectangle(along: along, across: across)
                // The label stands next to the arrow, which runs along the left or the upper edge of the label's room.
                let (x, y) = direction == .down ? (room.x + 6, room.y + 2) : (room.x + 8, room.y + 3)
                label = Text(
                    lines: lines, frame: Rectangle(x: x, y: y, width: size.width, height: size.height))
            }
            arrows.append(Arrow(number: number, points: points, label: label, isLoop: false))
        }
    }

    private func stretches(of arrow: Int, in level: Int?, leadsOn: Bool) -> [Point] {
        guard let corner = corners[index(of: level)], let runs = levels[index(of: level)].layout?.runs[arrow] else {
            return []
        }
        let points = runs.flatMap { run in
            [run.start, run.end].map { point(along: corner.along + run.along, across: corner.across + $0) }
        }
        return leadsOn ? points : points.reversed()
    }
}
