import StateExploration

extension MachineModel {
    /// The number of states and of cells in which this system agrees with another one.
    ///
    /// - Throws: ``Disagreement`` if they differ.
    public func agreement(with twin: MachineModel) throws -> [Int] {
        switch try compare(with: twin) {
        case .agreement(let states, let cells): return [states, cells]
        case .difference(let difference): throw Disagreement(description: "\(difference)")
        }
    }

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

    /// The names of those mutants that this system does not differ from.
    ///
    /// There may be thousands of them: others get their turn in between.
    public func undetected(_ mutants: [(name: String, graph: StateGraph<Request>)]) async throws -> [String] {
        var names: [String] = []
        for mutant in mutants {
            if try compare(with: MachineModel(mutant.graph, named: "mutant")).difference == nil {
                names.append(mutant.name)
            }
            await Task.yield()
        }
        return names
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

/// Two systems differ that are meant to agree.
public struct Disagreement: Error, CustomStringConvertible {
    public let description: String
}
