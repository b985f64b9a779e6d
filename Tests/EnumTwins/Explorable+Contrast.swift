import StateExploration

extension Explorable {
    /// The number of states and of cells in which this system agrees with another one.
    ///
    /// - Throws: ``Disagreement`` if they differ.
    public func agreement(with twin: Explorable) throws -> [Int] {
        switch try compare(with: twin) {
        case .agreement(let states, let cells): return [states, cells]
        case .difference(let difference): throw Disagreement(description: "\(difference)")
        }
    }

    /// The names of those mutants that this system does not differ from.
    ///
    /// There may be thousands of them: others get their turn in between.
    public func undetected(_ mutants: [Mutant<Request>]) async throws -> [String] {
        var names: [String] = []
        for mutant in mutants {
            if try compare(with: Explorable("mutant", mutant.graph)).difference == nil { names.append(mutant.name) }
            await Task.yield()
        }
        return names
    }
}

/// Two systems differ that are meant to agree.
public struct Disagreement: Error, CustomStringConvertible {
    public let description: String
}
