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

/// A place where a machine can be: the name of its state in a graph, and the requests that lead there.
///
/// Two with one name are equal.
public struct Situation<Request: Sendable>: Hashable, CustomStringConvertible, Sendable {
    public let name: String
    public let requests: [Request]

    /// Makes the situation that requests lead to from the beginning.
    public init(_ name: String, _ requests: Request...) { self.init(name, requests: requests) }

    private init(_ name: String, requests: [Request]) {
        self.name = name
        self.requests = requests
    }

    /// Makes the situation that requests lead to from this one.
    public func then(_ name: String, _ requests: Request...) -> Situation {
        Situation(name, requests: self.requests + requests)
    }

    /// Leads a new machine here.
    public func reach<M>(with machine: M, _ perform: (Request, M) -> Void) -> M {
        for request in requests { perform(request, machine) }
        return machine
    }

    public static func == (left: Situation, right: Situation) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    public var description: String { name }
}

/// The reaction to a request in a situation, as the table of a machine has it.
public struct TableCell<Request: Hashable & Sendable, Effect: Sendable>: Sendable {
    public let situation: Situation<Request>
    public let request: Request
    public let outcome: Outcome
    public let target: Situation<Request>
    public let effects: [Effect]

    /// Makes a cell that leads from one state to another one.
    public init(
        _ situation: Situation<Request>, _ request: Request, _ target: Situation<Request>, _ effects: [Effect] = []
    ) {
        self.init(situation, request, .transitioned, target, effects)
    }

    public init(
        _ situation: Situation<Request>, _ request: Request, _ outcome: Outcome, _ target: Situation<Request>,
        _ effects: [Effect] = []
    ) {
        self.situation = situation
        self.request = request
        self.outcome = outcome
        self.target = target
        self.effects = effects
    }
}

/// Expects that a machine reacts to each request in each situation as its table says.
///
/// A table mentions no cell twice. A request that it does not mention is unhandled, and changes nothing, nor any data.
/// `reach` makes a machine in a situation, and takes its effects; `state` is the name of its situation.
public func expectTable<Request: CaseIterable, Effect: Equatable, M>(
    _ table: [TableCell<Request, Effect>], reach: (Situation<Request>) -> M, perform: (Request, M) -> Outcome,
    state: (M) -> String, effects: (M) -> [Effect], data: (M) -> [AnyHashable] = { _ in [] }
) {
    for situation in Set(table.flatMap { [$0.situation, $0.target] }) {
        for request in Request.allCases {
            let cells = table.filter { $0.situation == situation && $0.request == request }
            #expect(cells.count <= 1, "\(request) in \(situation)")
            let machine = reach(situation)
            #expect(state(machine) == situation.name)
            let before = data(machine)
            #expect(perform(request, machine) == cells.first?.outcome ?? .unhandled, "\(request) in \(situation)")
            #expect(state(machine) == (cells.first?.target ?? situation).name, "\(request) in \(situation)")
            #expect(effects(machine) == cells.first?.effects ?? [], "\(request) in \(situation)")
            if cells.isEmpty { #expect(data(machine) == before, "\(request) in \(situation)") }
        }
    }
}

/// Expects that a table describes a graph, and contradicts each graph that differs from that in one cell.
///
/// The states of the graph are the names of the situations, and its traces are the effects. A table mentions no cell
/// twice, and a request that it does not mention is unhandled and changes nothing. What the graph does not have is left out.
public func expectTable<Request>(
    _ table: [TableCell<Request, String>], describes graph: StateGraph<Request>
) {
    let numbers = Dictionary(uniqueKeysWithValues: graph.states.enumerated().map { ($1, $0) })
    let columns = Dictionary(uniqueKeysWithValues: graph.requests.enumerated().map { ($1, $0) })
    var cells = graph.states.indices.map { state in
        graph.requests.map { _ in StateGraph<Request>.Cell(outcome: .unhandled, target: state) }
    }
    var mentioned: Set<[Int]> = []
    for cell in table {
        guard let state = numbers[cell.situation.name], let target = numbers[cell.target.name],
            let column = columns[cell.request]
        else { continue }
        #expect(mentioned.insert([state, column]).inserted, "\(cell.request) in \(cell.situation) twice")
        cells[state][column] = StateGraph.Cell(outcome: cell.outcome, target: target, trace: cell.effects)
    }
    func contradictions(in graph: StateGraph<Request>) -> [String] {
        graph.states.indices.flatMap { state in
            graph.cells[state] == cells[state]
                ? []
                : graph.requests.indices.filter { graph.cells[state][$0] != cells[state][$0] }
                    .map { "\(graph.requests[$0]) in \(graph.states[state]): \(graph.cells[state][$0])" }
        }
    }
    #expect(contradictions(in: graph) == [])
    #expect(graph.mutants().filter { contradictions(in: $0.graph).count != 1 }.map(\.name) == [])
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
