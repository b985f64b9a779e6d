import StatePattern

/// The graph of a machine that was read from JSON, to compare it with a later version.
///
/// ``StateGraph/json()`` writes the JSON. `JSONDecoder().decode(SavedGraph.self, from: data)` reads it.
public struct SavedGraph: Hashable, Sendable {
    struct Cell: Hashable {
        let outcome: Outcome?
        let request: String
        let target: String
        let trace: [String]

        var isRefused: Bool { outcome == nil || outcome?.isRefusal == true }
        var response: String { "\(MachineResponse(outcome: outcome, state: StateLabel(target), trace: trace))" }

        /// The response without data, and without numbers in the trace. `place` is the path of the cell's state.
        func shape(in place: String) -> String {
            let (path, trace) = (StateLabel(target).path, trace.map { $0.filter { !$0.isNumber } })
            return "\(MachineResponse(outcome: outcome, state: StateLabel(path == place ? "" : path), trace: trace))"
        }
    }

    struct State: Hashable, Decodable {
        let name: String
        let isExplored: Bool
        /// A cell for each request, in the graph's order; empty if the state was not explored.
        var cells: [Cell]
        /// The paths of the regions' states, which the name contains as well; `nil` if the state has no regions.
        let regions: [String]?

        var extent: String { isExplored ? "explored" : "not explored" }
        func cell(_ request: Int?) -> Cell? { isExplored ? request.map { cells[$0] } : nil }
    }

    let initial: String
    let requests: [String]
    package let startTrace: [String]
    private(set) var states: [State]

    /// Creates the saved form of a graph, which lacks only the types of the states.
    ///
    /// - Complexity: O(*cells*).
    public init<Request>(_ graph: StateGraph<Request>) {
        let requests = SavedGraph.names(of: graph.requests)
        let diagram = graph.places.allSatisfy(\.regions.isEmpty) ? nil : graph.diagram(showsEffects: false)
        states = graph.states.enumerated().map { index, name in
            let cells = zip(requests, graph.cells[index]).map { request, cell in
                Cell(outcome: cell.outcome, request: request, target: graph.states[cell.target], trace: cell.trace)
            }
            let nodes = diagram?.nodes(of: name).filter { $0.contains("/~2") } ?? []
            let regions = nodes.map { diagram?.texts[$0] ?? "" }
            return State(
                name: name, isExplored: graph.isExplored[index], cells: cells, regions: regions.isEmpty ? nil : regions)
        }
        (initial, self.requests, startTrace) = (graph.states[0], requests, graph.startTrace)
    }

    /// Unique names of requests: their descriptions, with `′` appended to repeated ones.
    static func names<Request>(of requests: [Request]) -> [String] {
        var taken: Set<String> = []
        return requests.map { request in
            var name = "\(request)"
            while !taken.insert(name).inserted { name += "′" }
            return name
        }
    }

    /// The initial state and the trace of the start on one line.
    var start: String {
        MachineResponse(outcome: nil, state: StateLabel(initial), trace: startTrace).situation
    }

    /// The path of each state, and the path, the request and the response's shape of each cell.
    var shapes: Set<[String]> {
        states.reduce(into: []) { shapes, state in
            let place = StateLabel(state.name).path
            shapes.insert([place])
            for cell in state.cells { shapes.insert([place, cell.request, cell.shape(in: place)]) }
        }
    }

    /// The reachable states, each with the shortest sequence of requests that leads to it.
    func search() -> SearchTree<String> {
        let cells = Dictionary(uniqueKeysWithValues: states.map { ($0.name, $0.cells) })
        var (tree, next) = (SearchTree<String>(root: StateLabel(initial)), 0)
        while next < tree.states.count {
            for cell in cells["\(tree.states[next])"] ?? [] {
                tree.insert(StateLabel(cell.target), from: next, by: cell.request)
            }
            next += 1
        }
        return tree
    }
}

extension SavedGraph: Decodable {
    private enum CodingKeys: CodingKey { case initial, requests, startTrace, states }

    /// Creates a graph from a decoder, such as `JSONDecoder`.
    ///
    /// - Throws: `DecodingError.dataCorrupted`. Its `debugDescription` says what is wrong, and where.
    /// - Complexity: O(*cells*).
    public init(from decoder: any Decoder) throws {
        do {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            initial = try values.decode(String.self, forKey: .initial)
            requests = try values.decode([String].self, forKey: .requests)
            startTrace = try values.decodeIfPresent([String].self, forKey: .startTrace) ?? []
            states = try values.decode([State].self, forKey: .states)
            try verify()
        } catch let error as DecodingError {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.sentence))
        }
    }

    /// Checks all names, and sorts each state's cells into the order of the requests.
    private mutating func verify() throws {
        func check(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws {
            if !isRight { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: sentence())) }
        }
        try check(!states.isEmpty, "There are no states.")
        for (kind, names) in [("requests", requests), ("states", states.map(\.name))] {
            var seen: Set<String> = []
            for name in names { try check(seen.insert(name).inserted, "There are two \(kind) “\(name.onOneLine)”.") }
        }
        let (requestNames, names) = (Set(requests), Set(states.map(\.name)))
        try check(names.contains(initial), "The initial state “\(initial.onOneLine)” is not among the states.")
        for (index, state) in states.enumerated() {
            let place = "in “\(state.name.onOneLine)”"
            try check(state.isExplored || state.cells.isEmpty, "There are cells \(place), which was not explored.")
            var cells: [String: Cell] = [:]
            for cell in state.cells {
                let (request, target) = ("“\(cell.request.onOneLine)”", "“\(cell.target.onOneLine)”")
                try check(requestNames.contains(cell.request), "\(request) \(place) is none of the requests.")
                try check(
                    names.contains(cell.target), "\(request) \(place) leads to \(target), which is none of the states.")
                try check(cells.updateValue(cell, forKey: cell.request) == nil, "\(request) \(place) has two cells.")
            }
            for request in requests where state.isExplored {
                try check(cells[request] != nil, "“\(request.onOneLine)” \(place) has no cell.")
            }
            states[index].cells = requests.compactMap { cells[$0] }
        }
    }
}

extension DecodingError {
    package var sentence: String {
        let (context, problem): (Context, String)
        switch self {
        case .keyNotFound(let key, let place): (context, problem) = (place, "There is no “\(key.stringValue)”.")
        case .typeMismatch(_, let place), .valueNotFound(_, let place), .dataCorrupted(let place):
            (context, problem) = (place, place.debugDescription)
        @unknown default: return "\(self)"
        }
        let keys = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        return keys.isEmpty ? problem : "\(keys.joined().drop { $0 == "." }): \(problem)"
    }
}

extension SavedGraph.Cell: Decodable {
    private enum CodingKeys: CodingKey { case outcome, request, target, trace }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        request = try values.decode(String.self, forKey: .request)
        target = try values.decode(String.self, forKey: .target)
        trace = try values.decode([String].self, forKey: .trace)
        outcome = try values.decode(String?.self, forKey: .outcome).map { text in
            if let outcome = Outcome.allCases.first(where: { "\($0)" == text }) { return outcome }
            let list = Outcome.allCases.map { "\($0)" }.joined(separator: ", ")
            let sentence = "There is no outcome “\(text.onOneLine)”; there is \(list)."
            throw DecodingError.dataCorruptedError(forKey: .outcome, in: values, debugDescription: sentence)
        }
    }
}
