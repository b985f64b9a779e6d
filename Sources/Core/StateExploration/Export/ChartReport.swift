import StatePattern

/// Prints the chart of a model, and a report on it, for a program that `swift package draw` writes.
///
/// A debug build shows this to that program. The report names those of the classes of states, in the machine's family, that
/// no request leads to.
func printChart(of model: MachineModel<String>, among states: [AnyClass]) {
    // The machine's own output stands between records.
    func print(_ record: String, _ text: String) { Swift.print("\u{1e}\(record)\n\(text)", terminator: "\u{1e}") }
    do {
        let graph = try model.explore()
        // With more boxes, no picture can be read.
        let diagram = graph.states.count > 16 ? graph.merged() : graph.diagram()
        print("svg", diagram.svg())
        print("mermaid", diagram.mermaid())
        var paths: [String] = []
        for path in graph.statePaths where !paths.contains(path) { paths.append(path) }
        let report = [
            ("states", paths), ("requests", graph.requests), ("dead ends", graph.deadEnds),
            ("never handled", graph.unhandledRequests),
            ("no request leads to", model.classes(among: states, notIn: graph)),
        ]
        let lines = report.filter { !$1.isEmpty }.map { "\n\($0): \($1.map(\.onOneLine).joined(separator: ", "))" }
        print("report", lines.joined())
    } catch {
        print("problem", "\(error)")
    }
}

extension MachineModel where Request == String {
    /// The names of the classes in the machine's family of which no state of a graph is an instance.
    fileprivate func classes(among states: [AnyClass], notIn graph: StateGraph<String>) -> [String] {
        func family<S>(of _: some RegionContext<S>) -> [AnyClass] { states.filter { $0 is S.Type } }
        guard let machine = start().objects().first?.object as? any RegionContext else { return [] }
        let seen = graph.labels.indices.reduce(into: Set<ObjectIdentifier>()) { seen, state in
            let run = start()
            for request in graph.path(to: state) { run.advance(request) }
            seen.formUnion(run.objects().map { ObjectIdentifier(type(of: $0.object)) })
        }
        return family(of: machine).filter { !seen.contains(ObjectIdentifier($0)) }.map { "\($0)" }
    }
}
