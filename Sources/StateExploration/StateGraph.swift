/// The states of a system and what each request does in each of them.
public struct StateGraph<Request: Hashable & Sendable>: Sendable {
    /// What a request does in a state.
    public struct Cell: Hashable, Sendable {
        /// What became of the request, in the system's words.
        public let outcome: String
        /// The index of the state that the system is in afterwards.
        public let target: Int
        /// What has happened meanwhile, such as hooks or effects.
        public let trace: [String]

        /// Whether the request was refused, which a context calls `unhandled`.
        public var isRefused: Bool { outcome == "unhandled" }
    }

    /// All requests, in the order in which the system names them.
    public let requests: [Request]
    /// For each state, a cell for each request.
    public internal(set) var cells: [[Cell]] = [[]]

    private(set) var tree: SearchTree<Request>
    /// For each state, another cell that leads to it from elsewhere, and a request that is not refused and stays there.
    private var otherEntries: [(state: Int, request: Request)?] = [nil]
    private var loops: [Request?] = [nil]

    init(requests: [Request], initial: String) {
        self.requests = requests
        tree = SearchTree(root: initial)
    }

    /// Adds the next cell of a state, and the state that it leads to if that is new.
    mutating func add(_ seen: MachineModel<Request>.Response, from state: Int) {
        let request = requests[cells[state].count]
        let target = tree.insert(seen.state, from: state, by: request)
        if target.isNew {
            otherEntries.append(nil)
            loops.append(nil)
            cells.append([])
        }
        let cell = Cell(outcome: seen.outcome, target: target.index, trace: seen.trace)
        if target.index == state {
            if loops[state] == nil && !cell.isRefused { loops[state] = request }
        } else if !target.isNew && otherEntries[target.index] == nil {
            otherEntries[target.index] = (state, request)
        }
        cells[state].append(cell)
    }

    func response(_ state: Int, _ request: Int) -> MachineModel<Request>.Response {
        let cell = cells[state][request]
        return MachineModel.Response(outcome: cell.outcome, state: states[cell.target], trace: cell.trace)
    }

    // MARK: Questions

    /// All states, the initial one first, in the order in which they were found.
    public var states: [String] { tree.states }

    /// The shortest requests that lead to a state.
    public func path(to state: Int) -> [Request] { tree.path(to: state) }

    /// Requests that lead to a state on other ways than the shortest; that one if there is no other.
    func detours(to state: Int) -> [[Request]] {
        let shortest = path(to: state)
        let entry = otherEntries[state].map { path(to: $0.state) + [$0.request] }
        let loop = loops[state].map { shortest + [$0] }
        let detours = [entry, loop].compactMap { $0 }
        return detours.isEmpty ? [shortest] : detours
    }

    /// The states among `expected` that cannot be reached.
    public func unreachable(of expected: [String]) -> [String] { expected.filter { tree.index(of: $0) == nil } }

    /// The states that no request leads out of.
    public var deadEnds: [String] {
        states.indices.filter { state in cells[state].allSatisfy { $0.target == state } }.map { states[$0] }
    }

    /// The requests that are refused in every state.
    public var neverHandled: [Request] {
        requests.indices.filter { request in cells.allSatisfy { $0[request].isRefused } }.map { requests[$0] }
    }

    /// The number of cells: what each request does in each state.
    public var cellCount: Int { states.count * requests.count }
}
