import StatePattern

/// The states of a machine, with the consequences of each request in each state.
///
/// ``MachineModel/explore(limit:within:)`` makes one. A state has a text, a cell the indices of its state and its
/// request: `graph.cells[state][request]`.
public struct StateGraph<Request: Hashable & Sendable>: Sendable, CustomStringConvertible {
    /// The consequences of a request in a state.
    public struct Cell: Hashable, Sendable {
        /// The outcome of the request; `nil` when it was not made.
        public let outcome: Outcome?
        /// The index of the state after the request.
        public let target: Int
        /// The consequences of the request, such as hooks or effects, in order.
        public let trace: [String]

        package init(outcome: Outcome?, target: Int, trace: [String] = []) {
            self.outcome = outcome
            self.target = target
            self.trace = trace
        }

        /// True if the request was unhandled or refused. A request that was not made is neither.
        public var isRefused: Bool { outcome?.isRefusal == true }

        /// Returns true if the machine leaves the state, if only to enter it again.
        func isTransition(from state: Int) -> Bool { target != state || outcome == .transitioned }
    }

    /// All requests, in the order in which the model names them.
    public let requests: [Request]
    /// For each state, a cell for each request; none for a state that was not explored.
    public internal(set) var cells: [[Cell]] = [[]]
    /// For each state, whether requests were made in it.
    private(set) var isExplored = [true]

    /// False if the model's machines are no contexts and are not freed: often, machine and state hold each other.
    public internal(set) var areMachinesFreed = true

    /// The trace of the start.
    public let startTrace: [String]

    private(set) var tree: SearchTree<Request>

    init(requests: [Request], initial: StateLabel, startTrace: [String]) {
        self.requests = requests
        self.startTrace = startTrace
        tree = SearchTree(root: initial)
    }

    /// All states in the order in which they were found: the initial state first, then the nearest ones.
    ///
    /// Two states with the same name have the types around them in their texts: `LogIn.Form`, `Payment.Form`.
    public private(set) var states: [String] = []

    /// The path of each state: its superstates' names and its own, without deferred requests and data.
    public var statePaths: [String] { places.map(\.path) }

    /// The labels of the states for drawings, with names that differ.
    package private(set) var places: [StateLabel] = []

    /// The labels of the states with the machine's own names.
    var labels: [StateLabel] { tree.states }

    func index(of label: StateLabel) -> Int? { tree.index(of: label) }

    /// The number of cells: requests that were made in a state.
    public var cellCount: Int { cells.reduce(0) { $0 + $1.count } }

    /// The number of states and requests, for messages.
    var size: String { "\(labels.count) states and \(requests.count) requests" }

    // MARK: Exploration

    /// Adds the next cell of a state, and its target if that is new.
    ///
    /// - Returns: The index of the target, and true if it is new.
    mutating func add(_ seen: MachineResponse, from state: Int) -> (index: Int, isNew: Bool) {
        let target = tree.insert(seen.state, from: state, by: requests[cells[state].count])
        if target.isNew {
            cells.append([])
            isExplored.append(true)
        }
        cells[state].append(Cell(outcome: seen.outcome, target: target.index, trace: seen.trace))
        return target
    }

    /// Names all states, after the last one is added.
    mutating func nameStates() {
        places = StateLabel.distinct(labels)
        states = places.map(\.description)
    }

    mutating func leaveUnexplored(_ state: Int) { isExplored[state] = false }

    func response(_ state: Int, _ request: Int) -> MachineResponse {
        let cell = cells[state][request]
        return MachineResponse(outcome: cell.outcome, state: labels[cell.target], trace: cell.trace)
    }
}
