import StateExploration

extension MachineModel where Request == String {
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

extension StateGraph where Request == String {
    /// Draws a run in a style.
    public func svg(playing run: [String], _ style: DrawingStyle) throws -> String {
        try svg(playing: run, in: diagram(style))
    }

    /// Draws this graph in a style.
    public func diagram(_ style: DrawingStyle) -> StateDiagram {
        let (showsEffects, showsAll) = (style.showsEffects, style.showsAllRequests)
        return style.isMerged
            ? merged(showsEffects: showsEffects, showsAllRequests: showsAll)
            : diagram(showsEffects: showsEffects, showsAllRequests: showsAll)
    }
}
