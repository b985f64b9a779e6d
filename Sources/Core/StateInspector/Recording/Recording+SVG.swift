import StateExploration
import StatePattern

extension Recording {
    /// The recorded requests of a machine as an SVG picture that plays them in a chart, like `StateGraph.svg(playing:in:)`.
    ///
    /// A request whose arguments the chart does not have takes the arrow of one with others.
    ///
    /// - Parameters:
    ///   - name: The name of the machine.
    ///   - diagram: The chart of the machine; a merged one if it has data, which a recording has not.
    ///   - replay: A replay of the machine: the picture ends with the request that deviates, and says what was seen.
    /// - Returns: The text of an SVG file.
    /// - Throws: A ``RecordingError`` if there is no such machine, or if the chart does not have a recorded state.
    public func svg(
        playing name: String, in diagram: StateDiagram, until replay: Replay? = nil
    ) throws(RecordingError) -> String {
        var run = PlayedRun(from: try situation(of: name).state, in: diagram)
        let drawn = Dictionary(grouping: diagram.arrows.flatMap(\.labels).map(\.request)) { RequestName($0).base }
        for (index, entry) in entries.filter({ $0.machine == name }).enumerated() {
            let (call, target) = (entry.call, entry.target ?? entry.state)
            for state in [entry.state, target] where run.nodes(of: state).isEmpty {
                throw RecordingError("Line \(entry.line): There is no state “\(state.cut)” in the chart.")
            }
            let name = RequestName(call)
            run.add(
                call.count > 40 ? "\(name.base)(…)" : call, named: [name.short] + drawn[name.base, default: []],
                from: entry.state, to: target, Outcome(recorded: entry.outcome))
            guard let deviation = replay?.deviation, deviation.request == index + 1 else { continue }
            run.say("recorded: \(deviation.recorded.cut); seen: \(deviation.seen.cut)")
            break
        }
        return run.svg
    }
}
