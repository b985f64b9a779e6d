/// A search for all states of a machine, and a check of the resulting graph.
///
/// In states near the initial state, each request is made to a new machine. Creating a machine can take long, so for
/// all other states one machine is reused: requests lead it back to the initial state. A reused machine may respond
/// differently because of its past. So each state is checked again, beginning with the requests that are least likely
/// to change hidden data.
///
/// If the model can restore machines, each request is made to a machine that was restored in the state instead.
struct Exploration<Request: Hashable & Sendable> {
    /// A response that differs from the graph, and the requests that led to it.
    struct Contradiction {
        let state: Int
        let request: Int
        /// All requests that were made to the machine before `request`.
        let path: [Int]
        let response: MachineResponse
        /// True if the machine was new, so that `path` is its whole past.
        let isOfNewMachine: Bool
    }

    private(set) var graph: StateGraph<Request>
    private let model: MachineModel<Request>
    private let requestCount: Int
    /// The number of cells, beginning at the initial state, for which a new machine is made.
    private let newMachines: Int
    private var notes = [StateNote()]

    /// The reused machine, all requests that were made to it, and its state; `place` is `nil` if that is unknown.
    private var run: MachineModel<Request>.Run
    private var history: [Int] = []
    private var place: StateLabel?

    /// For each state, a machine that was restored there; empty if the model cannot restore.
    private var saved: [MachineModel<Request>.Run] = []

    private var responseCount = 0
    /// The number of responses at which the ways back to the initial state are searched again.
    private var nextWaysBack = 1

    init(_ model: MachineModel<Request>, newMachines: Int) {
        self.model = model
        self.newMachines = newMachines
        requestCount = model.requests.count
        run = model.start()
        let startTrace = run.takeTrace()
        graph = StateGraph(
            requests: model.requests, initial: run.respond(nil).state, startTrace: startTrace, hasHooks: run.hasHooks())
    }

    /// True if all states count as near, so that only new machines are used.
    var usesNewMachinesOnly: Bool { isNear(notes.count - 1) }

    private func isNear(_ state: Int) -> Bool { state * requestCount < newMachines }

    // MARK: The search

    /// Finds all states, breadth first.
    mutating func findStates(
        _ limit: Int, _ isWithin: (_ state: String) -> Bool, _ progress: (_ explored: Int, _ found: Int) -> Void
    ) throws(ExplorationError) {
        if limit < 1 { throw .tooManyStates(limit: limit, state: "\(graph.labels[0])", path: []) }
        if !isWithin("\(graph.labels[0])") { graph.leaveUnexplored(0) }
        if let restored = run.restored { saved = [restored()] }
        var next = 0
        while next < notes.count {
            defer { next += 1 }
            guard graph.isExplored[next] else { continue }
            try graph.tree.checkDeferred(in: next, limit: limit)
            progress(next, notes.count)
            for request in 0..<requestCount {
                while notes[next].responses.count <= request { observe(forTheSakeOf: next) }
                let response = notes[next].responses[request]
                let target = graph.add(response, from: next)
                if target.isNew {
                    notes.append(StateNote(entry: (next, request)))
                    if let restored = run.restored { saved.append(restored()) }
                    if notes.count > limit {
                        let path = graph.path(to: target.index).map { "\($0)" }
                        throw .tooManyStates(limit: limit, state: "\(response.state)", path: path)
                    }
                    if !isWithin("\(response.state)") { graph.leaveUnexplored(target.index) }
                } else if target.index != next {
                    if notes[target.index].otherEntry == nil { notes[target.index].otherEntry = (next, request) }
                } else if notes[next].loop == nil, response.outcome?.isRefusal != true {
                    notes[next].loop = request
                }
            }
        }
        graph.nameStates()
    }

    /// Makes one request with an unknown response, in the machine's current state or in `needed`.
    private mutating func observe(forTheSakeOf needed: Int) {
        if needed < saved.count, let restored = saved[needed].restored {
            run = restored()
            notes[needed].responses.append(run.respond(notes[needed].responses.count))
            return
        }
        var state = needed
        // A machine that cannot return from its state continues there, because a way elsewhere might lead to a state
        // that is not in the graph yet.
        if !isNear(needed), let here = index(of: place), here == needed || notes[here].wayBack == nil,
            graph.isExplored[here], notes[here].responses.count < requestCount
        {
            state = here
        } else {
            go(by: shortestWay(to: needed), isNew: isNear(needed))
        }
        let request = notes[state].responses.count
        let response = respond(to: request)
        notes[state].responses.append(response)
        responseCount += 1
        if state != 0, notes[state].wayBack == nil, let next = index(of: response.state),
            next == 0 || notes[next].wayBack != nil
        {
            notes[state].wayBack = (request, next)
        }
    }

    private func index(of state: StateLabel?) -> Int? {
        guard let state else { return nil }
        return graph.index(of: state)
    }

    private func shortestWay(to state: Int) -> [Int] {
        var (way, next) = ([Int](), state)
        while let entry = notes[next].entry {
            way.append(entry.request)
            next = entry.state
        }
        return way.reversed()
    }

    // MARK: The check

    /// Checks each response again, if possible after other requests that lead to the same state.
    ///
    /// Returns the first response that differs; `nil` if all agree.
    mutating func firstContradiction() -> Contradiction? {
        nextWaysBack = responseCount
        for state in notes.indices where graph.isExplored[state] {
            let (ways, order) = plan(for: state)
            if !isNear(state) { place = nil }  // So the first machine is new.
            for way in ways {
                var isThere = false
                for request in order {
                    if !isThere { go(by: way, isNew: isNear(state)) }
                    let (seen, expected) = (respond(to: request), notes[state].responses[request])
                    if seen != expected {
                        return Contradiction(
                            state: state, request: request, path: history.dropLast(), response: seen,
                            isOfNewMachine: isNear(state))
                    }
                    isThere = !isNear(state) && seen.state == graph.labels[state] && seen.hasDoneNothing
                }
            }
        }
        return nil
    }

    /// The ways to a state for its check, and the order in which its requests are checked.
    private func plan(for state: Int) -> (ways: [[Int]], order: [Int]) {
        let (note, direct) = (notes[state], shortestWay(to: state))
        let entry = note.otherEntry.map { shortestWay(to: $0.state) + [$0.request] }
        let detours = [entry, note.loop.map { direct + [$0] }].compactMap { $0 }
        if isNear(state) { return (detours.isEmpty ? [direct] : detours, Array(0..<requestCount)) }
        // Requests that may affect later responses come last: handled requests that stay in the state, and requests of
        // detours.
        let onDetours = Set(detours.joined())
        let stays = Set(
            (0..<requestCount).filter { request in
                let response = note.responses[request]
                return response.state == graph.labels[state] && !response.hasDoneNothing
            })
        let first = (0..<requestCount).filter { !stays.contains($0) && !onDetours.contains($0) }
        let then = (0..<requestCount).filter { stays.contains($0) && !onDetours.contains($0) }
        return ([direct] + detours, first + then + onDetours.sorted())
    }

    // MARK: The machine

    private mutating func respond(to request: Int) -> MachineResponse {
        let response = run.respond(request)
        history.append(request)
        place = response.state
        return response
    }

    private mutating func advance(_ request: Int) {
        run.advance(request)
        history.append(request)
    }

    /// Brings a machine to the initial state and along a way. The current machine is reused if it can return.
    private mutating func go(by way: [Int], isNew: Bool) {
        if !isNew, responseCount >= nextWaysBack {
            findWaysBack()
            nextWaysBack = responseCount * 2
        }
        if !isNew, var state = index(of: place), state == 0 || notes[state].wayBack != nil {
            while let step = notes[state].wayBack {
                advance(step.request)
                state = step.next
            }
        } else {
            run = model.start()
            history.removeAll(keepingCapacity: true)
        }
        for request in way { advance(request) }
        place = nil
    }

    private mutating func findWaysBack() {
        var sources = Array(repeating: [(state: Int, request: Int)](), count: notes.count)
        for state in notes.indices.dropFirst() {
            notes[state].wayBack = nil
            for (request, response) in notes[state].responses.enumerated() {
                if let target = index(of: response.state) { sources[target].append((state, request)) }
            }
        }
        var queue = [0]
        var next = 0
        while next < queue.count {
            for (state, request) in sources[queue[next]] where notes[state].wayBack == nil {
                notes[state].wayBack = (request, queue[next])
                queue.append(state)
            }
            next += 1
        }
    }
}

/// The data about a state during the search. Requests and states are indices.
private struct StateNote {
    /// The responses so far, in the order of the requests.
    var responses: [MachineResponse] = []
    /// The cell that first led to the state, and another cell that leads to it from a different state; `nil` if
    /// unknown.
    var entry: (state: Int, request: Int)?
    var otherEntry: (state: Int, request: Int)?
    /// A request that is not refused and stays in the state; `nil` if none is known.
    var loop: Int?
    /// A request that leads nearer to the initial state, and its target; `nil` if there is no way back yet.
    var wayBack: (request: Int, next: Int)?
}

extension MachineResponse {
    /// True if the request was refused, unhandled or not made, and left no trace. The state is not compared.
    fileprivate var hasDoneNothing: Bool { (outcome == nil || outcome?.isRefusal == true) && trace.isEmpty }
}
