import StatePattern

/// The states of a machine, with the consequences of each request in each state.
///
/// ``MachineModel/explore(limit:within:progress:)`` makes a graph. Each state has a text. A cell is found by the indices of its
/// state and its request: `graph.cells[state][request]`.
public struct StateGraph<Request: Hashable & Sendable>: Sendable, CustomStringConvertible {
    /// The consequences of a request in a state.
    public struct Cell: Hashable, Sendable {
        /// The outcome of the request; `nil` if the request was not made.
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

        /// True if the request was unhandled or refused; false for a request that was not made.
        public var isRefused: Bool { outcome?.isRefusal == true }

        /// Returns true if the machine leaves the state, even if it then enters the state again.
        func isTransition(from state: Int) -> Bool { target != state || outcome == .transitioned }
    }

    /// All requests, in the order of the model's requests.
    public let requests: [Request]
    /// For each state, a cell for each request; no cells for a state that was not explored.
    public internal(set) var cells: [[Cell]] = [[]]
    /// For each state, true if requests were made in it.
    private(set) var isExplored = [true]

    /// The objects that stay after nothing uses the machine: the model's name for a machine, or the paths of states.
    ///
    /// Most often, such objects hold each other. A task that a hook has started may hold some, too. Objects that two
    /// machines have in common do not count.
    public internal(set) var unfreed: [String] = []

    /// The extent of the tests of a learned graph, as a sentence; `nil` for one that was explored.
    public internal(set) var certainty: String?

    /// The consequences of the start, such as hooks or effects, in order.
    public let startTrace: [String]

    /// True if the machine's states can have hooks: the machine is a context, or has one.
    let hasHooks: Bool

    private(set) var tree: SearchTree<Request>

    init(requests: [Request], initial: StateLabel, startTrace: [String], hasHooks: Bool) {
        (self.requests, self.startTrace, self.hasHooks) = (requests, startTrace, hasHooks)
        tree = SearchTree(root: initial)
    }

    /// All states in the order in which they were found: the initial state first, then the nearest ones.
    ///
    /// If two states have the same name, their texts also contain the types around them: `LogIn.Form`, `Payment.Form`.
    public private(set) var states: [String] = []

    /// The path of each state: its superstates' names and its own name, without deferred requests and data.
    public var statePaths: [String] { places.map(\.path) }

    /// The labels of the states for drawings, in which equal names are qualified by the types around them.
    package private(set) var places: [StateLabel] = []

    /// The labels of the states with the machine's own names.
    var labels: [StateLabel] { tree.states }

    func index(of label: StateLabel) -> Int? { tree.index(of: label) }

    /// The number of cells. A state that was not explored has none.
    public var cellCount: Int { cells.reduce(0) { $0 + $1.count } }

    /// The number of states and requests, for messages.
    var size: String { "\(labels.count) states and \(requests.count) requests" }

    // MARK: Exploration

    /// Adds the next cell of a state, and adds the cell's target if that is new.
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

    /// Names all states, after the last state has been added.
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
