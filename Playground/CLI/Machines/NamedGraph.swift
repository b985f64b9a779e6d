import StateExploration
import StatePattern

/// The graph of a machine, with its requests as they are typed.
struct NamedGraph {
    struct Cell {
        let outcome: Outcome?
        /// The index of the state that the machine is in afterwards.
        let target: Int
    }

    let states: [String]
    let requests: [String]
    /// For each state, a cell for each request.
    let cells: [[Cell]]
    private let paths: [[String]]

    init<Request>(_ graph: StateGraph<Request>) {
        states = graph.states
        requests = graph.requests.map { "\($0)" }
        cells = graph.cells.map { row in row.map { Cell(outcome: $0.outcome, target: $0.target) } }
        paths = graph.states.indices.map { graph.path(to: $0).map { "\($0)" } }
    }

    /// The shortest requests that lead to a state, by its index.
    func path(to state: Int) -> [String] { paths[state] }

    /// The path of a state, without its data.
    func name(of state: Int) -> String { StateGraph<String>.path(of: states[state]) }

    /// The paths of all states, without their data.
    var names: [String] {
        var seen: Set<String> = []
        return states.indices.map(name).filter { seen.insert($0).inserted }
    }

    /// Finds a state by its text, by its path, or by the last name in that, in capitals or not.
    func state(named name: String) -> Int? {
        let name = name.lowercased()
        let texts = states.map { $0.lowercased() }
        let paths = texts.map(StateGraph<String>.path(of:))
        return texts.firstIndex(of: name) ?? paths.firstIndex(of: name)
            ?? paths.firstIndex { $0.split(separator: "/").last.map(String.init) == name }
    }

    /// Works out which state has answered a request, among a leaf and those that it lies in.
    ///
    /// It is the outermost superstate whose states all answer alike. If there is none, it is the leaf, provided that no
    /// other state of its superstate handles the request.
    ///
    /// - Parameters:
    ///   - request: The request, as it was typed.
    ///   - asked: The paths of the leaf and of its superstates, innermost first.
    /// - Returns: The index in `asked`; `nil` if the graph does not tell.
    func answerer(of request: String, among asked: [String]) -> Int? {
        if asked.count == 1 { return 0 }
        let word = request.prefix { $0 != " " }
        guard let column = requests.firstIndex(where: { $0 == request || $0 == word }) else { return nil }
        func inside(_ superstate: String) -> [Int] {
            states.indices.filter { name(of: $0) == superstate || name(of: $0).hasPrefix(superstate + "/") }
        }
        let alike = asked.indices.dropFirst().last { index in
            let inside = inside(asked[index])
            let answers = inside.map { state in
                let cell = cells[state][column]
                return [cell.outcome.map { "\($0)" }, cell.target == state ? nil : name(of: cell.target)]
            }
            return Set(inside.map(name)).count > 1 && Set(answers).count == 1
        }
        if let alike { return alike }
        let others = inside(asked[1]).filter { name(of: $0) != asked[0] }
        return others.allSatisfy { [.unhandled, .refused].contains(cells[$0][column].outcome) } ? 0 : nil
    }
}
