import EnumTwins
import StateExploration

/// The states and transitions of a machine, in any format.
struct Overview {
    enum Format: String, CaseIterable {
        case text, svg, mermaid, dot, table, scxml, json
    }

    /// A remark on the circumstances of the machine, if there is one.
    let caption: String?

    /// A machine in a format.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - current: The state that is marked, where the format can.
    ///   - isMerged: True if states that differ in their data alone are one; a table, SCXML and JSON have all.
    let draw: (_ format: Format, _ current: String?, _ isMerged: Bool) throws(ExplorationError) -> String

    /// The chart of the machine, in which states that differ in their data alone are one.
    let chart: () throws(ExplorationError) -> StateDiagram

    /// The graph of the machine.
    let graph: () throws(ExplorationError) -> CommandGraph

    /// Makes a page to click through.
    let page: (_ title: String) throws(ExplorationError) -> String

    /// - Parameters:
    ///   - system: The machine.
    ///   - twin: The same machine as an enum, to be shown beside it.
    ///   - caption: What there is to say of its circumstances.
    ///   - isMergedOnPage: True if there are too many states for a chart, unless those that differ in their data are one.
    init<Request>(
        _ system: MachineModel<Request>, twin: MachineModel<Request>? = nil, caption: String? = nil,
        isMergedOnPage: Bool = false
    ) {
        self.caption = caption
        // The machine is explored once, when its graph is first asked for.
        var known: StateGraph<Request>?
        func explored() throws(ExplorationError) -> StateGraph<Request> {
            if let known { return known }
            let graph = try system.explore()
            known = graph
            return graph
        }
        page = { title throws(ExplorationError) in
            try system.page(titled: title, beside: twin, isMerged: isMergedOnPage)
        }
        graph = { () throws(ExplorationError) in CommandGraph(try explored()) }
        chart = { () throws(ExplorationError) in try explored().merged() }
        draw = { format, current, isMerged throws(ExplorationError) in
            let graph = try explored()
            let diagram = isMerged ? graph.merged() : graph.diagram()
            func under(_ prefix: String, _ end: String = "\n") -> String { caption.map { prefix + $0 + end } ?? "" }
            return switch format {
            case .text: under("") + diagram.outline(marking: current)
            case .svg: diagram.svg(marking: current)
            case .mermaid: under("%% ") + diagram.mermaid(marking: current)
            case .dot: under("// ") + diagram.dot(marking: current)
            case .table: under("", "\n\n") + graph.table()
            case .scxml: under("<!-- ", " -->\n") + graph.scxml()
            case .json: graph.json()
            }
        }
    }
}
