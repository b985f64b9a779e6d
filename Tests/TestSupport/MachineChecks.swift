import StateExploration
import StatePattern
import Testing

/// Expects that the phase names the state after each transition of a tour through a graph, and that every phase occurs.
public func expectPhases<S: ContextState, M: Context<S>, Request, Phase: CaseIterable & Hashable>(
    _ phase: @escaping (S) -> Phase, along graph: StateGraph<Request>, of make: () -> M,
    _ perform: (Request, M) -> Void
) where S.Family == S {
    var phases: Set<Phase> = []
    for sequence in graph.transitionTour() {
        let machine = make()
        machine.observe { transition in
            #expect("\(phase(transition.target))" == transition.target.statePath)
            phases.insert(phase(transition.target))
        }
        for request in sequence {
            perform(request, machine)
            #expect("\(phase(machine.state))" == machine.state.statePath)
        }
    }
    #expect(phases == Set(Phase.allCases))
}

extension Context {
    /// The reason, as text, for which the request that `body` makes is refused; `nil` if it is not refused.
    public func refusal(of body: () -> Outcome) -> String? {
        var reason: String?
        let observation = observeRequests { reason = $0.refusal.map { "\($0)" } }
        defer { observation.cancel() }
        return body() == .refused ? reason : nil
    }
}

extension StateGraph {
    /// The shortest sequence of requests that leads to a state.
    public func path(to state: some RawRepresentable<String>) -> [Request] {
        guard let index = states.firstIndex(of: state.rawValue) else { fatalError("no state “\(state.rawValue)”") }
        return path(to: index)
    }
}

/// The reaction to a request in a state, as the table of a machine has it.
public struct TableCell<State, Request, Effect> {
    public let state: State
    public let request: Request
    public let outcome: Outcome
    public let target: State
    public let effects: [Effect]

    /// Makes a cell that leads from one state to another one.
    public init(_ state: State, _ request: Request, _ target: State, _ effects: [Effect] = []) {
        self.init(state, request, .transitioned, target, effects)
    }

    public init(
        _ state: State, _ request: Request, _ outcome: Outcome, _ target: State, _ effects: [Effect] = []
    ) {
        (self.state, self.request, self.outcome, self.target) = (state, request, outcome, target)
        self.effects = effects
    }
}

extension TableCell: Sendable where State: Sendable, Request: Sendable, Effect: Sendable {}

/// Expects that a table has the states of a graph and describes its cells, whose traces are the effects.
///
/// A table mentions no cell twice. A request that it does not mention is unhandled and changes nothing.
public func expectTable<State: CaseIterable & RawRepresentable<String>, Request, Name>(
    _ table: [TableCell<State, Request, String>], describes graph: StateGraph<Name>
) {
    #expect(Set(graph.states) == Set(State.allCases.map(\.rawValue)))
    let cells = Dictionary(grouping: table) { [$0.state.rawValue, "\($0.request)"] }
    #expect(cells.values.filter { $0.count > 1 }.map { "\($0[0].request) in \($0[0].state)" } == [])
    for (name, row) in zip(graph.states, graph.cells) {
        guard let state = State(rawValue: name) else { continue }
        for (request, cell) in zip(graph.requests, row) {
            let expected = cells[[name, "\(request)"]]?.first
            #expect(cell.outcome == expected?.outcome ?? .unhandled, "\(request) in \(name)")
            #expect(graph.states[cell.target] == (expected?.target ?? state).rawValue, "\(request) in \(name)")
            #expect(cell.trace == expected?.effects ?? [], "\(request) in \(name)")
        }
    }
}

/// Expects that a machine keeps its promises, and that each is worth something: a graph with one cell changed breaks it.
public func expectKept<Request>(
    _ promises: KeyValuePairs<String, StateGraph<Request>.Property>, in graph: StateGraph<Request>
) throws {
    let mutants = graph.mutants().map(\.graph)
    func breaks(_ property: StateGraph<Request>.Property) -> (StateGraph<Request>) -> Bool {
        // A name that has gone with the cell is noticed as well.
        { if case .holds = try? $0.check(property) { false } else { true } }
    }
    for (sentence, property) in promises {
        let answer = try graph.check(property)
        #expect("\(answer)" == "holds", "\(sentence)")
        #expect(mutants.contains(where: breaks(property)), "\(sentence)")
    }
}
