import StateExploration
import StatePattern

/// A machine's graph, in which requests are named as users type them.
struct CommandGraph {
    struct Cell {
        let outcome: Outcome?
        /// The index of the machine's state after the request.
        let target: Int
    }

    let states: [String]
    private(set) var requests: [String]
    /// The rows of cells: one row for each state, with a cell for each request.
    private(set) var cells: [[Cell]]
    /// For each state, the state after all follow-ups; the state itself if there are no follow-ups.
    private(set) var ends: [Int]
    private let paths: [[String]]
    private let statePaths: [String]

    init(_ graph: StateGraph<String>) {
        states = graph.states
        statePaths = graph.statePaths
        requests = graph.requests
        cells = graph.cells.map { row in row.map { Cell(outcome: $0.outcome, target: $0.target) } }
        ends = Array(graph.states.indices)
        paths = graph.states.indices.map { graph.path(to: $0) }
    }

    /// The shortest sequence of requests that leads to the state with an index.
    func path(to state: Int) -> [String] { paths[state] }

    /// The path of the state with an index, without its data.
    func name(of state: Int) -> String { statePaths[state] }

    /// The paths of all states, without their data.
    var names: [String] {
        var seen: Set<String> = []
        return states.indices.map(name).filter { seen.insert($0).inserted }
    }

    /// Finds the states that a text can mean, ignoring case. They are the state with this text, else the states with
    /// this path, else the states with a path that ends in this name.
    func states(named name: String) -> [Int] {
        let name = name.lowercased()
        let paths = statePaths.map { $0.lowercased() }
        if let exact = states.firstIndex(where: { $0.lowercased() == name }) { return [exact] }
        let samePath = states.indices.filter { paths[$0] == name }
        guard samePath.isEmpty else { return samePath }
        return states.indices.filter { paths[$0].hasSuffix("/" + name) || paths[$0].hasSuffix("› " + name) }
    }

    /// Finds the path that a text means, and returns the path's first state. If no path or several paths fit, the error
    /// lists the possible ones.
    func state(named text: String) throws(UsageError) -> Int {
        let found = states(named: text)
        guard let first = found.first else {
            throw UsageError("there is no state “\(text)”; there is \(names.joined(separator: "; "))")
        }
        let paths = names.filter { path in found.contains { name(of: $0) == path } }
        guard paths.count == 1 else {
            throw UsageError("“\(text)” can be \(paths.joined(separator: " or "))")
        }
        return first
    }

    /// The graph as a user plays it, with only the requests that are commands.
    ///
    /// Each transition leads to the state after all follow-ups. A state that the machine leaves by a follow-up has no
    /// cells.
    func played(with commands: [String]) -> CommandGraph {
        let columns = requests.indices.filter { column in commands.contains(String(requests[column].requestName)) }
        let next = cells.map { row in
            row.indices.first { !columns.contains($0) && row[$0].outcome == .transitioned }.map { row[$0].target }
        }
        var played = self
        played.requests = columns.map { requests[$0] }
        played.cells = cells.indices.map { state in
            guard next[state] == nil else { return [] }
            return columns.map { column in
                var target = cells[state][column].target
                while let onward = next[target] { target = onward }
                return Cell(outcome: cells[state][column].outcome, target: target)
            }
        }
        played.ends = next.indices.map { state in
            var end = state
            while let onward = next[end] { end = onward }
            return end
        }
        return played
    }
}

extension String {
    /// The name of a typed request, without its argument.
    var requestName: Substring { prefix { $0 != " " } }
}
