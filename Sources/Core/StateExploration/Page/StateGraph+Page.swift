extension StateGraph {
    /// The graph as an interactive page, in one HTML file that needs no network.
    ///
    /// The page highlights the current state and its arrows. Readers can make requests, see why one is refused, read
    /// the journal of requests, step back, find the way to a state, and ask questions about the graph. Each click
    /// follows a cell of the graph, so the page does what the machine did during the exploration. It works with the
    /// keyboard alone, and with a screen reader.
    ///
    /// With `other`, such as the same machine as an enum, the page makes each request to both machines and shows the
    /// differences.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - name: The name of the machine.
    ///   - other: The name and the graph of another machine with the same requests; `nil` for a page of one machine.
    ///   - draw: Returns the chart of a graph; by default, a chart with every state. If data multiplies the states, use
    ///     `{ $0.merged() }`.
    /// - Returns: The text of an HTML file.
    /// - Precondition: Both graphs have the same requests, in the same order.
    public func page(
        titled title: String, named name: String = "machine", beside other: (name: String, graph: StateGraph)? = nil,
        drawing draw: (_ graph: StateGraph) -> StateDiagram = { $0.diagram() }
    ) -> String {
        if let other, other.graph.requests != requests {
            fatalError("The graphs on a page have the same requests, in the same order.")
        }
        let graphs = [self] + (other.map { [$0.graph] } ?? [])
        let names = ([name] + (other.map { [$0.name] } ?? [])).map(\.onOneLine).distinct
        let machines = graphs.indices.map { index in
            PageMachine(
                name: names[index], graph: graphs[index], diagram: draw(graphs[index]),
                prefix: "chart\(index)-")
        }
        let figures = machines.enumerated().map { index, machine in
            """
            <figure id="machine\(index)" style="--width: \(machine.width)px"><figcaption>\(machine.name.escapedForXML)</figcaption>
            \(machine.chart)</figure>
            """
        }
        let requests = JSON.list(requests.map { JSON.text("\($0)".onOneLine) })
        return PageTemplate.fill(
            PackageResources.GraphPage_html, style: PackageResources.GraphPage_css,
            script: PackageResources.GraphPage_js,
            [
                "title": title.onOneLine.escapedForXML, "class": other == nil ? "single" : "pair",
                "figures": figures.joined(separator: "\n"),
                "content": #"{"machines":\#(JSON.list(machines.map(\.json))),"requests":\#(requests)}"#,
            ])
    }
}

/// The data of a machine on a page.
private struct PageMachine {
    let name: String
    /// The picture, and its width in pixels.
    let chart: String
    let width: Int
    /// The name, the states and the cells as JSON for the page's script.
    let json: String

    init<Request>(name: String, graph: StateGraph<Request>, diagram: StateDiagram, prefix: String) {
        self.name = name
        (chart, width) = diagram.picture(marking: graph.states[0], prefix: prefix)
        // Each state has the paths of its nodes in the chart.
        let states = graph.states.map { state in
            let nodes = JSON.list(diagram.nodes(of: state).map { JSON.text($0.readable) })
            return #"{"nodes":\#(nodes),"text":\#(JSON.text(state.onOneLine))}"#
        }
        let cells = graph.cells.map { row in
            JSON.list(
                row.map { cell in
                    // The outcome is left out if the request was not made.
                    let outcome = cell.outcome.map { #""outcome":"\#($0)","# } ?? ""
                    let trace = JSON.list(cell.trace.map { JSON.text($0.onOneLine) })
                    return #"{"isRefused":\#(cell.isRefused),\#(outcome)"target":\#(cell.target),"trace":\#(trace)}"#
                })
        }
        json = #"{"cells":\#(JSON.list(cells)),"name":\#(JSON.text(self.name)),"states":\#(JSON.list(states))}"#
    }
}
