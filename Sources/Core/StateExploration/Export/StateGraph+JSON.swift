extension StateGraph {
    /// The graph as JSON, for programs: all that is known of each state and request.
    ///
    /// ```json
    /// {"initial":"Locked","requests":["insertCoin","push"],"states":[
    /// {"cells":[
    /// {"outcome":"transitioned","request":"insertCoin","target":"Unlocked","trace":[]},
    /// {"outcome":"unhandled","request":"push","target":"Locked","trace":[]}],
    /// "isExplored":true,"name":"Locked"}]}
    /// ```
    ///
    /// The outcome of a request that was not made is `null`. A state that was not explored has no cells. Of a state with
    /// regions, `regions` has the state of each, such as `"On/Lamp/Lit"`.
    public func json() -> String {
        let diagram = diagram(showsEffects: false)
        let names = requests.map { JSON.text("\($0)") }
        let states = states.indices.map { state in
            let cells = zip(names, cells[state]).map { request, cell in
                let outcome = cell.outcome.map { JSON.text("\($0)") } ?? "null"
                let target = JSON.text(self.states[cell.target])
                let trace = JSON.list(cell.trace.map(JSON.text))
                return "\n" + #"{"outcome":\#(outcome),"request":\#(request),"target":\#(target),"trace":\#(trace)}"#
            }
            let nodes = diagram.nodes(of: self.states[state]).filter { $0.contains("/~2") }
            let regions = nodes.map { JSON.text(diagram.texts[$0] ?? "") }
            return "\n" + #"{"cells":\#(JSON.list(cells)),"#
                + "\n" + #""isExplored":\#(isExplored[state]),"name":\#(JSON.text(self.states[state]))"#
                + (regions.isEmpty ? "}" : #","regions":\#(JSON.list(regions))}"#)
        }
        let initial = JSON.text(self.states[0])
        return #"{"initial":\#(initial),"requests":\#(JSON.list(names)),"states":\#(JSON.list(states))}"# + "\n"
    }
}
