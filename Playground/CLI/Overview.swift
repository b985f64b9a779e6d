import Foundation
import MachineModels
import StateExploration

/// A machine's states and transitions, as drawings, pages and checks.
struct Overview {
    enum Format: String, CaseIterable {
        case text, svg, mermaid, table, scxml, json
    }

    /// A remark to print next to the drawing; `nil` for none.
    let caption: String?

    /// Draws the machine in a format. Some formats mark the current state.
    ///
    /// SCXML and JSON ignore the style; a table follows only its `showsEffects`. A picture can play a run.
    let draw: (_ format: Format, _ current: String?, _ style: DrawingStyle, _ run: String?) throws -> String

    /// The machine's chart. States that differ only in their data are merged.
    let chart: () throws(ExplorationError) -> StateDiagram

    let graph: () throws(ExplorationError) -> CommandGraph

    /// Checks the promises of the machine and of its parts.
    let check: () throws -> [CheckedPromises]

    /// Learns the machine from its requests and answers alone, and describes what was found.
    let learn: (_ depth: Int, _ progress: (_ states: Int, _ words: Int) -> Void) throws(ExplorationError) -> String

    /// The changes from an older version of the machine to this version.
    let difference: (_ old: SavedGraph) throws(ExplorationError) -> GraphDifference

    /// Makes an interactive page with a title.
    let page: (_ title: String) throws(ExplorationError) -> String

    /// Creates the overview of a system.
    ///
    /// The page shows `twin` next to the machine, and merges states that differ only in their data if `isMergedOnPage`
    /// is true. `showsEffects` is false if the effects are too long for a chart. The promises are checked in
    /// `promising`, a model with more requests than a chart can show, or else in `system`. `others` checks the promises
    /// of further parts.
    init(
        _ system: MachineModel<String>, twin: MachineModel<String>? = nil, caption: String? = nil,
        showsEffects: Bool = true, isMergedOnPage: Bool = false, promises: Promises<String> = [:],
        of promising: MachineModel<String>? = nil, and others: (() throws -> [CheckedPromises])? = nil
    ) {
        self.caption = caption
        // The machine is explored once, when its graph is first asked for.
        var known: StateGraph<String>?
        func explored() throws(ExplorationError) -> StateGraph<String> {
            if let known { return known }
            let graph = try system.explore()
            known = graph
            return graph
        }
        page = { title throws(ExplorationError) in
            let style = DrawingStyle(isMerged: isMergedOnPage, showsEffects: showsEffects)
            return try system.page(titled: title, beside: twin, style)
        }
        graph = { () throws(ExplorationError) in CommandGraph(try explored()) }
        check = {
            let graph = if let promising { try promising.explore() } else { try explored() }
            return [try CheckedPromises(promises, of: nil, in: graph)]
                + (try others?() ?? [])
        }
        learn = { depth, progress throws(ExplorationError) in
            let graph = try system.learn(depth: depth, progress: progress)
            let outline = graph.diagram(showsEffects: showsEffects).outline()
            return "\(outline)\n\(graph.states.count) states: \(graph.certainty ?? "")"
        }
        difference = { old throws(ExplorationError) in try explored().difference(from: old) }
        chart = { () throws(ExplorationError) in try explored().merged(showsEffects: showsEffects) }
        draw = { format, current, style, run in
            var style = style
            if !showsEffects { style.showsEffects = false }
            return try format.text(of: try explored(), style, caption: caption, marking: current, playing: run)
        }
    }
}

extension Overview.Format {
    /// A graph in this format. The caption is left out in formats without room for it.
    func text(
        of graph: StateGraph<String>, _ style: DrawingStyle, caption: String?, marking current: String? = nil,
        playing run: String?
    ) throws -> String {
        if let run {
            guard self == .svg else { throw UsageError("--run plays in a picture: add --format svg") }
            let run = try run.split(separator: ",").map { typed throws(UsageError) in
                let name = typed.trimmingCharacters(in: .whitespaces)
                if let request = graph.requests.named(name, \.self) { return request }
                let (suggestion, names) = (graph.requests.suggestion(for: name), Playground.list(graph.requests))
                throw UsageError("there is no request “\(name)”\(suggestion); there is \(names)")
            }
            return try graph.svg(playing: run, style)
        }
        func under(_ prefix: String, _ end: String = "\n") -> String { caption.map { prefix + $0 + end } ?? "" }
        let diagram = graph.diagram(style)
        return switch self {
        case .text: under("") + diagram.outline(marking: current)
        case .svg: diagram.svg(marking: current)
        case .mermaid: under("%% ") + diagram.mermaid(marking: current)
        case .table: under("", "\n\n") + graph.table(showsEffects: style.showsEffects)
        case .scxml: under("<!-- ", " -->\n") + graph.scxml()
        case .json: graph.json()
        }
    }
}
