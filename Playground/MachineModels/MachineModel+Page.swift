import StateExploration

extension MachineModel {
    /// Makes an interactive page of this system, and optionally of another system next to it.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - twin: The other system; `nil` for a page of this system alone.
    ///   - style: The style of the chart.
    /// - Returns: The page.
    /// - Throws: The error of an exploration.
    public func page(
        titled title: String, beside twin: MachineModel?, _ style: DrawingStyle
    ) throws(ExplorationError) -> String {
        var other: (name: String, graph: StateGraph<Request>)?
        if let twin { other = (twin.name, try twin.explore()) }
        return try explore().page(
            titled: title, named: name, beside: other,
            drawing: { $0.diagram(style) })
    }
}

/// The options of a drawing of a graph.
public struct DrawingStyle {
    /// True if states that differ only in their data are drawn as one state.
    public var isMerged: Bool
    /// True for a chart that shows the effects of transitions.
    public var showsEffects: Bool
    /// True for a chart that also shows requests that change nothing.
    public var showsAllRequests: Bool

    public init(isMerged: Bool = false, showsEffects: Bool = true, showsAllRequests: Bool = false) {
        (self.isMerged, self.showsEffects, self.showsAllRequests) = (isMerged, showsEffects, showsAllRequests)
    }
}

/// A graph that can be written in each format, whatever the type of its requests.
public protocol WritableGraph {
    var requestNames: [String] { get }
    func diagram(_ style: DrawingStyle) -> StateDiagram
    /// Draws a run, given by names of requests.
    func svg(playing run: [String], _ style: DrawingStyle) throws -> String
    func table(showsEffects: Bool) -> String
    func scxml() -> String
    func json() -> String
}

extension StateGraph: WritableGraph {
    public var requestNames: [String] { requests.map { "\($0)" } }

    public func svg(playing run: [String], _ style: DrawingStyle) throws -> String {
        let requests = run.compactMap { name in self.requests.first { "\($0)" == name } }
        return try svg(playing: requests, in: diagram(style))
    }

    public func diagram(_ style: DrawingStyle) -> StateDiagram {
        let (showsEffects, showsAll) = (style.showsEffects, style.showsAllRequests)
        return style.isMerged
            ? merged(showsEffects: showsEffects, showsAllRequests: showsAll)
            : diagram(showsEffects: showsEffects, showsAllRequests: showsAll)
    }
}
