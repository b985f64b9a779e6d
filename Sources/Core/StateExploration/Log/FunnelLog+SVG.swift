extension FunnelLog {
    /// The times as a picture in SVG: a statechart, and its states with their counts, times, and bars of that length.
    ///
    /// A state of the diagram that was never entered has a row as well. Rows of states that it does not have come last.
    /// The picture follows the light or dark appearance of the reader's system. If the diagram is too large for one, the
    /// picture is a sentence, as that of ``StateDiagram/svg(marking:)``.
    ///
    /// - Parameters:
    ///   - diagram: The statechart. The times do not tell states of different data apart, and neither does
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
