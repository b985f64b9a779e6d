import StatePattern

extension StateGraph {
    /// Answers whether a property is true of all runs of the machine.
    ///
    /// ```swift
    /// import StateExploration
    /// import StatePattern
    ///
    /// final class Line: Context<Line.State> {
    ///     class State: ContextState {
    ///         func didEnter(_ line: Line) {}
    ///         func willExit(_ line: Line) {}
    ///         func dial(_ line: Line) -> Reaction { .unhandled }
    ///         func fail(_ line: Line) -> Reaction { .unhandled }
    ///         func answer(_ line: Line) -> Reaction { .unhandled }
    ///     }
    ///
    ///     final class Idle: State {
    ///         override func dial(_ line: Line) -> Reaction { .transition(to: Dialing()) }
    ///     }
    ///
    ///     final class Dialing: State {
    ///         override func fail(_ line: Line) -> Reaction { .transition(to: Idle()) }
    ///         override func answer(_ line: Line) -> Reaction { .transition(to: Talking()) }
    ///     }
    ///
    ///     final class Talking: State {}
    ///
    ///     init() { super.init(initial: Idle()) }
    ///     func dial() -> Outcome { delegate(State.dial) }
    ///     func fail() -> Outcome { delegate(State.fail) }
    ///     func answer() -> Outcome { delegate(State.answer) }
    /// }
    ///
    /// let graph = try MachineModel(
    ///     Line.init, requests: ["dial": { $0.dial() }, "fail": { $0.fail() }, "answer": { $0.answer() }]
    /// ).explore()
    /// print(try graph.check(.leads(from: .isIn("Dialing"), to: .isIn("Talking"))))
    /// // Prints "fails: dial, then for ever fail, dial"
    /// print(try graph.check(.leads(from: .isIn("Dialing"), to: .isIn("Talking"), fair: ["answer"])))
    /// // Prints "holds"
    /// ```
    ///
    /// - Parameter property: The property.
    /// - Returns: The answer. A path of a counterexample is as short as can be. Path and loop together are, too, without
    ///   fair requests; with them, the loop makes those that it must, and may be longer.
    /// - Throws: An error with the names that exist, when the property has another one.
    /// - Complexity: O(*cells*) where the property holds; each fair request may make that one time more. To find the shortest loop
    ///   can take O(*states* × *cells*).
    public func check(_ property: Property) throws(UnknownNameError) -> Answer {
        try checkNames(of: property)
        var run = Runs(of: self, with: Monitor(property.kind))
        if let path = run.brokenPath() { return .fails(Counterexample(path: path, loop: nil)) }
        if case .leads(_, _, let fair) = property.kind {
            let fair = requests.indices.filter { fair.contains(requests[$0]) }
            if let counterexample = run.endlessRun(fair: fair) { return .fails(counterexample) }
        }
        let unexplored = states.indices.filter { !isExplored[$0] && run.reaches($0) }
        return unexplored.isEmpty ? .holds : .unknown(unexplored: unexplored.map { states[$0] })
    }

    private func checkNames(of property: Property) throws(UnknownNameError) {
        var names = property.conditions.flatMap(\.names)
        if case .leads(_, _, let fair) = property.kind {
            names += fair.map { Condition.Name(kind: .request, text: "\($0)") }
        }
        for name in names {
            let existing: [String]
            switch name.kind {
            case .state:
                if states.contains(where: { $0.isState(name.text) }) { continue }
                existing = statePaths
            case .effect: existing = cells.joined().reduce(into: startTrace) { $0 += $1.trace }
            case .request: existing = requests.map { "\($0)" }
            }
            if existing.contains(name.text) { continue }
            var seen: Set<String> = []
            throw UnknownNameError(
                kind: name.kind.rawValue, name: name.text, existing: existing.filter { seen.insert($0).inserted })
        }
    }
}

/// An automaton that follows a run from moment to moment.
struct Monitor<Request: Hashable & Sendable> {
    enum Mode: Int, CaseIterable {
        /// Nothing has to be watched for yet, or any more.
        case idle
        /// Something must not happen from here on, or must happen.
        case watching
        case broken
    }

    typealias Moment = StateGraph<Request>.Moment

    let start: Mode
    let next: (Mode, Moment) -> Mode

    init(_ kind: StateGraph<Request>.Property.Kind) {
        switch kind {
        case .never(let condition, after: nil, _):
            start = .watching
            next = { condition.holds($1) ? .broken : .watching }
        case .never(let condition, after: let start?, let end):
            self.start = .idle
            next = { mode, moment in
                let isOver = mode == .idle || end?.holds(moment) == true
                if !isOver && condition.holds(moment) { return .broken }
                return isOver && !start.holds(moment) ? .idle : .watching
            }
        case .leads(let cause, let response, _):
            start = cause == nil ? .watching : .idle
            next = { mode, moment in
                if response.holds(moment) { return .idle }
                return mode == .watching || cause?.holds(moment) == true ? .watching : .idle
            }
        case .precedes(let first, let second):
            start = .watching
            next = { mode, moment in
                if mode == .idle || first.holds(moment) { return .idle }
                return second.holds(moment) ? .broken : .watching
            }
        }
    }
}
