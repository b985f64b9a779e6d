/// Placing the rows, and the results of a layout.
extension LevelLayout {
    mutating func placeAcrossRows(_ minimum: Int) {
        var next = 0
        var spans: [Span] = []
        for (index, row) in rows.enumerated() {
            if index == rows.count - 1 { next = max(next, minimum) }
            let span = Span(start: next, length: row.map { nodes[$0].across }.max() ?? 0)
            spans.append(span)
            next = span.end + gap(after: index)
        }
        across = spans.last?.end ?? 0

        for node in nodes {
            let (start, span) = (Int(node.start), spans[node.row])
            switch node.kind {
            case .element(let element):
                origins[element] = (start, span.start + (span.length - node.across) / 2)
            case .label(let arrow):
                labels[arrow] = (
                    Span(start: start, length: node.along),
                    Span(start: span.start + (span.length - node.across) / 2, length: node.across)
                )
            case .bend, .port, .title: break
            }
        }
        for (arrow, node) in loosePorts { ports[arrow] = Int(nodes[node].start) }
        for (arrow, chain, edges) in chains {
            for node in chain {
                if case .port = nodes[node].kind { ports[arrow] = Int(nodes[node].start) }
            }
            runs[arrow] = chain.indices.map { index in
                let node = nodes[chain[index]]
                let offset =
                    index == 0
                    ? self.edges[edges[0]].firstOffset : self.edges[edges[index - 1]].lastOffset
                var run = Run(along: Int(node.start) + offset, start: spans[node.row].start, end: spans[node.row].end)
                if case .element(let element) = node.kind, let origin = origins[element],
                    let box = footprints[element]?.boxAcross
                {
                    if index == 0 { run.start = origin.across + box.end } else { run.end = origin.across + box.start }
                }
                return run
            }
        }
    }

    static let leastGap = 8

    /// The distance between a row and the next row, which is greater if arrows run far sideways.
    private func gap(after row: Int) -> Int {
        guard row + 1 < rows.count else { return 0 }
        let farthest = rows[row].flatMap { edgesAfter[$0] }.map { number in
            let edge = edges[number]
            return abs(
                Int(nodes[edge.last].start) + edge.lastOffset - Int(nodes[edge.first].start) - edge.firstOffset)
        }.max()
        guard let farthest else { return LevelLayout.leastGap }
        return min(max(14, farthest / 4), 56)
    }
}
