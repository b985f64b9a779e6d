extension FunnelLog {
    /// The times as a picture in SVG: a statechart, and a row for each state with its count, its time, and a bar for
    /// the time.
    ///
    /// A state of the diagram that was never entered has a row as well. States that the diagram does not have come
    /// last. The picture follows the light or dark appearance of the reader's system. If the diagram is too large, the
    /// picture is a sentence, as in ``StateDiagram/svg(marking:)``.
    ///
    /// - Parameters:
    ///   - diagram: The statechart. The times do not distinguish states with different data; neither does
    ///     ``StateGraph/merged(by:)``.
    ///   - current: A state to mark.
    /// - Returns: The text of an SVG file.
    public func svg(beside diagram: StateDiagram, marking current: String? = nil) -> String {
        if let sentence = diagram.reasonNotToDraw { return SVGWriter.picture(of: sentence).svg }
        let rows = zip(labels, entries).map { label, entry in
            TimesChart.Row(
                state: diagram.element(of: label) ?? entry.state, name: entry.state.onOneLine, depth: 0,
                isSuperstate: false, count: entry.count,
                time: entry.time)
        }
        let tree = ChartTree(diagram)
        return SVGWriter(
            tree, ChartLayout.best(for: tree), current: diagram.nodes(of: current), times: TimesChart(diagram, rows)
        ).text
    }
}
