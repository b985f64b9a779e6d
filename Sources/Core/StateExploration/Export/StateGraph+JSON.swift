extension StateGraph {
    /// The graph as JSON for programs, with all data about each state and request.
    ///
    /// ```json
    /// {"initial":"Locked","requests":["insertCoin","push"],"states":[
    /// {"cells":[
    /// {"outcome":"transitioned","request":"insertCoin","target":"Unlocked","trace":[]},
    /// {"outcome":"unhandled","request":"push","target":"Locked","trace":[]}],
    /// "isExplored":true,"name":"Locked"}]}
    /// ```
    ///
    /// The outcome of a request that was not made is `null`. A state that was not explored has no cells. For a state
    /// with regions, `regions` lists their states, such as `"On/Lamp/Lit"`. `startTrace` is the trace of the start; it
    /// is missing if the trace is empty.
    public func json() -> String { SavedGraph(self).json() }
}

extension SavedGraph {
    /// The graph as JSON, as ``StateGraph/json()`` writes it.
    func json() -> String {
        let states = states.map { state in
            let cells = state.cells.map { cell in
                let outcome = cell.outcome.map { JSON.text("\($0)") } ?? "null"
                let (request, target) = (JSON.text(cell.request), JSON.text(cell.target))
                let trace = JSON.list(cell.trace.map(JSON.text))
                return "\n" + #"{"outcome":\#(outcome),"request":\#(request),"target":\#(target),"trace":\#(trace)}"#
            }
            let regions = state.regions.map { #","regions":\#(JSON.list($0.map(JSON.text)))"# } ?? ""
            return "\n" + #"{"cells":\#(JSON.list(cells)),"#
                + "\n" + #""isExplored":\#(state.isExplored),"name":\#(JSON.text(state.name))\#(regions)}"#
        }
        let start = startTrace.isEmpty ? "" : #""startTrace":\#(JSON.list(startTrace.map(JSON.text))),"#
        return #"{"initial":\#(JSON.text(initial)),"requests":\#(JSON.list(requests.map(JSON.text))),\#(start)"#
            + #""states":\#(JSON.list(states))}"# + "\n"
    }
}
