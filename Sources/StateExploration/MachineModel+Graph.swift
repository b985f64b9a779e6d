extension MachineModel {
    /// A graph as a system of its own, which does in each state what the graph says.
    ///
    /// It serves to compare a machine with what is written down of it, or with a graph that has been changed.
    ///
    /// - Parameters:
    ///   - graph: What the system does.
    ///   - name: What the system is called in messages.
    ///   - trace: What has happened before the first request.
    public init(_ graph: StateGraph<Request>, named name: String = "graph", trace: [String] = []) {
        let indices = Dictionary(uniqueKeysWithValues: graph.requests.enumerated().map { ($1, $0) })
        self.init(
            { (state: 0, trace: trace) }, named: name, requests: graph.requests,
            perform: { system, request in
                guard let index = indices[request] else { return "unhandled" }
                let cell = graph.cells[system.state][index]
                system.state = cell.target
                system.trace += cell.trace
                return cell.outcome
            },
            state: { graph.states[$0.state] },
            trace: { system in
                defer { system.trace = [] }
                return system.trace
            })
    }
}
