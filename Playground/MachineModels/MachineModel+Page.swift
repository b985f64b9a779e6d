import StateExploration

extension MachineModel {
    /// Makes a page of this system, and of another one next to it if there is one, to click through.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - twin: The other system.
    ///   - isMerged: True if states that differ in their data alone are drawn as one.
    ///   - showsEffects: False for a chart without effects.
    /// - Returns: The page.
    /// - Throws: The error of an exploration.
    public func page(
        titled title: String, beside twin: MachineModel?, isMerged: Bool, showsEffects: Bool
    ) throws(ExplorationError) -> String {
        var other: (name: String, graph: StateGraph<Request>)?
        if let twin { other = (twin.name, try twin.explore()) }
        return try explore().page(
            titled: title, named: name, beside: other,
            drawing: { $0.diagram(isMerged: isMerged, showsEffects: showsEffects) })
    }
}

/// A graph that can be written in each format, whatever its requests are.
public protocol WritableGraph {
    func diagram(isMerged: Bool, showsEffects: Bool) -> StateDiagram
    func table(showsEffects: Bool) -> String
    func scxml() -> String
    func json() -> String
}

extension StateGraph: WritableGraph {
    /// The diagram with every state, or with states that differ in their data alone as one.
    public func diagram(isMerged: Bool, showsEffects: Bool) -> StateDiagram {
        isMerged ? merged(showsEffects: showsEffects) : diagram(showsEffects: showsEffects)
    }
}
