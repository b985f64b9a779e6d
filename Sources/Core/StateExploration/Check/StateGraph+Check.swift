import StatePattern

extension StateGraph {
    /// Checks a property in all runs of the machine.
    ///
    /// ```swift
    /// import StateExploration
    ///
    /// let line = MachineModel(
    ///     { "Idle" },
    ///     requests: .init(["dial", "fail", "answer"]) { line, request in
    ///         switch (line, request) {
    ///         case ("Idle", "dial"): line = "Dialing"
    ///         case ("Dialing", "fail"): line = "Idle"
    ///         case ("Dialing", "answer"): line = "Talking"
    ///         default: return .unhandled
    ///         }
    ///         return .transitioned
    ///     }, state: { $0 })
    /// let graph = try line.explore()
    /// print(try graph.check(.leads(from: .isIn("Dialing"), to: .isIn("Talking"))))
    /// // Prints "fails: dial, then for ever fail, dial"
    /// print(try graph.check(.leads(from: .isIn("Dialing"), to: .isIn("Talking"), fair: ["answer"])))
    /// // Prints "holds"
    /// ```
    ///
    /// - Parameter property: The property.
    /// - Returns: The answer. A counterexample without a loop is as short as possible. With a loop, path and loop
    ///   together are as short as possible; with fair requests, the loop must make some of them and may be longer.
    /// - Throws: An error with the existing names if the property contains a name that the graph does not have.
    /// - Complexity: O(*cells*) if the property holds, or at most that once more for each fair request. Finding the
    ///   shortest loop can take O(*states* × *cells*).
    public func check(_ property: Property) throws(UnknownNameError) -> Answer {
        let monitor = try monitor(for: property)
        var run = Runs(of: self, with: monitor)
        if let path = run.brokenPath() {
            return .fails(Counterexample(path: path.map { requests[$0] }, loop: nil))
        }
        if case .leads(_, _, let fair) = property.kind, let run = run.endlessRun(fair: try indices(of: fair)) {
            return .fails(Counterexample(path: run.path.map { requests[$0] }, loop: run.loop.map { requests[$0] }))
        }
        let unexplored = states.indices.filter { !isExplored[$0] && run.reaches($0) }
        return unexplored.isEmpty ? .holds : .unknown(unexplored: unexplored.map { states[$0] })
    }

    private func monitor(for property: Property) throws(UnknownNameError) -> Monitor {
        switch property.kind {
        case .never(let condition, let start, let end):
            let isBroken = try predicate(condition)
            let (starts, ends) = (try predicate(start), try predicate(end))
            return Monitor(start: start == nil ? .watching : .idle) { mode, moment in
                let isOver = mode == .idle || ends(moment)
                if !isOver && isBroken(moment) { return .broken }
                return isOver && !starts(moment) ? .idle : .watching
            }
        case .leads(let cause, let response, _):
            let (starts, ends) = (try predicate(cause), try predicate(response))
            return Monitor(start: cause == nil ? .watching : .idle) { mode, moment in
                if ends(moment) { return .idle }
                return mode == .watching || starts(moment) ? .watching : .idle
            }
        }
    }
}

/// An automaton that follows a run from moment to moment.
struct Monitor {
    enum Mode: Int, CaseIterable {
        /// Waits for a moment from which to watch.
        case idle
        /// Watches for a moment that must not come, or for a moment that must come.
        case watching
        case broken
    }

    let start: Mode
    let next: (Mode, Moment) -> Mode
}
