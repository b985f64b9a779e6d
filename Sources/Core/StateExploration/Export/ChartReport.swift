import StatePattern

/// Returns the chart of a model as `svg` and `mermaid`, and a `report`; or the `problem`. `swift package draw` calls it.
///
/// The report names the classes in the machine's family, of those in `states`, that no request leads to.
func chartReport(of model: MachineModel<String>, among states: [AnyClass]) -> [String: String] {
    if model.requests.isEmpty { return ["problem": "it has no request that can be tried"] }
    do {
        let graph = try model.explore()
        // With more boxes, no picture can be read.
        let diagram = graph.states.count > 16 ? graph.merged() : graph.diagram()
        let report = [
            ("states", Set(graph.statePaths).sorted()), ("requests", graph.requests), ("dead ends", graph.deadEnds),
            ("never handled", graph.unhandledRequests),
            ("no request leads to", model.classes(among: states, notIn: graph)),
        ]
        let lines = report.filter { !$1.isEmpty }.map { "\n\($0): \($1.map(\.onOneLine).joined(separator: ", "))" }
        return ["svg": diagram.svg(), "mermaid": diagram.mermaid(), "report": lines.joined()]
    } catch {
        return ["problem": "\(error)"]
    }
}

extension MachineModel where Request == String {
    /// The names of the classes in the machine's family of which no state of a graph is an instance.
    fileprivate func classes(among states: [AnyClass], notIn graph: StateGraph<String>) -> [String] {
        func family<S>(of _: some RegionContext<S>) -> [AnyClass] { states.filter { $0 is S.Type } }
        guard let machine = start().objects().first?.object as? any RegionContext else { return [] }
        var seen: Set<ObjectIdentifier> = []
        for state in graph.labels.indices {
            let run = run(after: graph.path(to: state))
            seen.formUnion(run.objects().map { ObjectIdentifier(type(of: $0.object)) })
        }
        return family(of: machine).filter { !seen.contains(ObjectIdentifier($0)) }.map { "\($0)" }
    }
}
