import StatePattern

extension StateGraph {
    /// Checks a property in all runs of the machine.
    ///
    /// <doc:AskYourMachine> has examples.
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
        guard unexplored.isEmpty else { return .unknown(unexplored: unexplored.map { states[$0] }) }
        return run.isTested ? .holds : property.subject.map { .untested($0) } ?? .holds
    }

    private func monitor(for property: Property) throws(UnknownNameError) -> Monitor {
        switch property.kind {
        case .never(let condition, let start, let end):
            let isBroken = try predicate(condition)
            let (starts, ends) = (try predicate(start), try predicate(end))
            let subject = try predicate(property.subject)
            return Monitor(start: start == nil ? .watching : .idle, isTest: subject) { mode, moment in
                let isOver = mode == .idle || ends(moment)
                if !isOver && isBroken(moment) { return .broken }
                return isOver && !starts(moment) ? .idle : .watching
            }
        case .during(let condition, let state):
            let (isBroken, isInside) = (try predicate(condition), try predicate(state))
            return Monitor(start: .idle, isTest: isInside, isLeft: { !isInside($0) }) { mode, moment in
                if mode == .watching && isBroken(moment) { return .broken }
                return mode == .watching || isInside(moment) ? .watching : .idle
            }
        case .leads(let cause, let response, _):
            let (starts, ends) = (try predicate(cause), try predicate(response))
            return Monitor(start: cause == nil ? .watching : .idle, isTest: starts) { mode, moment in
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
    /// True for a moment that the property is about.
    let isTest: (Moment) -> Bool
    /// True if a request that ends in this moment ends the time to watch when it begins.
    var isLeft: (Moment) -> Bool = { _ in false }
    let next: (Mode, Moment) -> Mode
}

extension StateGraph.Property {
    /// The condition that has to hold at some time for the property to say anything; `nil` if it always says something.
    fileprivate var subject: StateGraph.Condition? {
        switch kind {
        case .never(let condition, let start, let end): start ?? (end == nil ? nil : condition)
        case .during(_, let state): state
        case .leads(let cause, _, _): cause
        }
    }
}
