import Foundation
import StateExploration

extension Chart {
    /// Reads a graph in the format of `StateGraph.json()` in StateExploration.
    ///
    /// - Parameter text: At most 4 MiB.
    /// - Throws: A ``ChartError`` that says what is wrong.
    public init(json text: String) throws(ChartError) {
        try Chart.check(text)
        let graph: SavedGraph
        do {
            graph = try JSONDecoder().decode(SavedGraph.self, from: Data(text.utf8))
        } catch {
            var reason = "\(error)"
            if case DecodingError.dataCorrupted(let context) = error { reason = context.debugDescription }
            let isXState = text.contains(/"(?:on|always|after|invoke)"\s*:/)
            let hint = isXState ? " A configuration of XState is not read; export it as Mermaid or SCXML." : ""
            throw ChartError(nil, "This is no graph of a machine: \(reason)\(hint)")
        }
        if graph.depth > Chart.largestDepth / 2 {
            throw ChartError(nil, "States are nested at most \(Chart.largestDepth / 2) deep.")
        }
        let (scxml, unreachable) = graph.scxml()
        try self.init(scxml: scxml)
        initialEffects = graph.startTrace.map { .log($0) }
        for state in unreachable { addGap(1, "no request leads to “\(state)”, which is left out") }
        for sentence in graph.unsaid { addGap(1, sentence) }
    }
}
