extension FunnelLog {
    /// The times as an SVG picture: a statechart and, for each state, a row with the count, the time, and a bar.
    ///
    /// A state of the diagram that was never entered also has a row. States that the diagram does not have come last.
    /// The picture follows the light or dark appearance of the reader's system. If the diagram is too large to draw,
    /// the picture only contains a sentence that says so, as in ``StateDiagram/svg(marking:)``.
    ///
    /// - Parameters:
    ///   - diagram: The statechart. Use ``StateGraph/merged(showsEffects:showsAllRequests:)``, because the log does not
    ///     distinguish states that differ only in their data.
    ///   - current: The text of the state to mark; `nil` to mark no state.
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
