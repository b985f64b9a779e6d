import StatePattern

/// The states of a machine and what each request does in each of them.
///
/// ``MachineModel/explore(limit:within:)`` makes one. A state is known by its text, a cell by the indices of its state
/// and of its request: `graph.cells[state][request]`.
public struct StateGraph<Request: Hashable & Sendable>: Sendable, CustomStringConvertible {
    /// The consequences of a request in a state.
    public struct Cell: Hashable, Sendable {
        /// The outcome of the request; `nil` when it was not made.
        public let outcome: Outcome?
        /// The index of the state that the machine is in afterwards.
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

    /// The trace of the start.
    let startTrace: [String]

    private(set) var tree: SearchTree<Request>
    /// For each state, another cell that leads to it from elsewhere, and a request that is not refused and stays there.
    private var otherEntries: [(state: Int, request: Request)?] = [nil]
    private var loops: [Request?] = [nil]

    init(requests: [Request], initial: StateLabel, startTrace: [String]) {
        self.requests = requests
        self.startTrace = startTrace
        tree = SearchTree(root: initial)
    }

    /// All states, the initial one first, in the order in which they were found: the nearest come first.
    ///
    /// Two states of one name are told apart by the types around theirs: `LogIn.Form`, `Payment.Form`.
    public private(set) var states: [String] = []

    /// The path of each state: its superstates' names and its own, without deferred requests and data.
    public var statePaths: [String] { places.map(\.path) }

    /// The states as they are drawn, with names that differ.
    package private(set) var places: [StateLabel] = []

    /// The states as the machine calls them.
    var labels: [StateLabel] { tree.states }

    /// The number of cells: requests that were made in a state.
    public var cellCount: Int { cells.reduce(0) { $0 + $1.count } }

    /// The number of states and requests, for messages.
    var size: String { "\(labels.count) states and \(requests.count) requests" }

    // MARK: Exploration

    /// Adds the next cell of a state, and the state that it leads to if that is new.
    mutating func add(_ seen: MachineModel<Request>.Response, from state: Int) {
        let request = requests[cells[state].count]
        let target = tree.insert(seen.state, from: state, by: request)
        if target.isNew {
            otherEntries.append(nil)
            loops.append(nil)
            cells.append([])
            isExplored.append(true)
        }
        let cell = Cell(outcome: seen.outcome, target: target.index, trace: seen.trace)
        if target.index == state {
            if loops[state] == nil && !cell.isRefused { loops[state] = request }
        } else if !target.isNew && otherEntries[target.index] == nil {
            otherEntries[target.index] = (state, request)
        }
        cells[state].append(cell)
    }

    /// Names all states, when no more will be added.
    mutating func nameStates() {
        places = StateLabel.distinct(labels)
        states = places.map(\.description)
    }

    mutating func leaveUnexplored(_ state: Int) { isExplored[state] = false }

    func response(_ state: Int, _ request: Int) -> MachineModel<Request>.Response {
        let cell = cells[state][request]
        return MachineModel.Response(outcome: cell.outcome, state: labels[cell.target], trace: cell.trace)
    }

    /// Requests that lead to a state on other ways than the shortest; that one if there is no other.
    func detours(to state: Int) -> [[Request]] {
        let shortest = path(to: state)
        let entry = otherEntries[state].map { path(to: $0.state) + [$0.request] }
        let loop = loops[state].map { shortest + [$0] }
        let detours = [entry, loop].compactMap { $0 }
        return detours.isEmpty ? [shortest] : detours
    }
}
