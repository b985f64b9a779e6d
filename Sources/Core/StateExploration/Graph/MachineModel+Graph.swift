import StatePattern

extension MachineModel {
    /// Creates a model of a machine that behaves as a graph describes.
    ///
    /// Use it to compare a machine with its written behavior, or with a changed graph. A request that the graph does
    /// not have is unhandled. In a state that was not explored, no request is made. So explore and compare the model of
    /// a bounded graph within the same bound.
    ///
    /// - Parameters:
    ///   - graph: The behavior of the machine.
    ///   - name: The machine's name in messages.
    ///   - trace: The consequences of the start.
    public init(_ graph: StateGraph<Request>, named name: String = "graph", trace: [String] = []) {
        self.init(
            { (state: 0, trace: trace) }, named: name, requests: graph.requests,
            perform: { system, request in
                guard graph.isExplored[system.state] else { return nil }
                let cell = graph.cells[system.state][request]
                system.state = cell.target
                system.trace += cell.trace
                return cell.outcome
            },
            label: { graph.labels[$0.state] },
            trace: { system in
                defer { system.trace = [] }
                return system.trace
            })
    }
}
