import StateExploration

extension MachineModel {
    /// Makes a page to click through this system, and optionally another one next to it.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - twin: The other system.
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

/// The way in which a graph is drawn.
public struct DrawingStyle {
    /// True if states that differ in their data alone are drawn as one.
    public var isMerged: Bool
    /// False for a chart without effects.
    public var showsEffects: Bool
    /// True for a chart that also has requests that change nothing.
    public var showsAllRequests: Bool

    public init(isMerged: Bool = false, showsEffects: Bool = true, showsAllRequests: Bool = false) {
        (self.isMerged, self.showsEffects, self.showsAllRequests) = (isMerged, showsEffects, showsAllRequests)
    }
}

/// A graph that can be written in each format, whatever its requests are.
public protocol WritableGraph {
    func diagram(_ style: DrawingStyle) -> StateDiagram
    func table(showsEffects: Bool) -> String
    func scxml() -> String
    func json() -> String
}

extension StateGraph: WritableGraph {
    public func diagram(_ style: DrawingStyle) -> StateDiagram {
        let (showsEffects, showsAll) = (style.showsEffects, style.showsAllRequests)
        return style.isMerged
            ? merged(showsEffects: showsEffects, showsAllRequests: showsAll)
            : diagram(showsEffects: showsEffects, showsAllRequests: showsAll)
    }
}
