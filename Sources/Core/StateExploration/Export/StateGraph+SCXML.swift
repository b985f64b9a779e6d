import StatePattern

extension StateGraph {
    /// The graph as SCXML, the W3C's language for statecharts, for other engines and editors.
    ///
    /// Each state is a `<state>` inside its superstates, and each request is an event. A transition leads to the state
    /// after all follow-ups of the request, and its `<log>` elements contain all consequences in their order. So an
    /// engine is in the same state as the machine after each request, although SCXML runs exits, contents and entries
    /// in another order. A request that a state refuses has no transition; SCXML ignores such an event. A state with
    /// regions is a `<parallel>`. A request that depends on another region has a `cond`; only then the data model is
    /// `ecmascript`.
    ///
    /// The `id` attributes and events contain only letters, digits and underscores. The attributes `sp:name` and
    /// `sp:request` contain the original texts, with U+FFFD in place of characters that XML does not allow.
    ///
    /// - Returns: Writes the text of an SCXML document.
    /// - Complexity: O(*states* × *requests* × *depth*) for superstates of this *depth*.
    public func scxml() -> String { SCXMLWriter(self).text }
}

/// The text of an SCXML document.
private struct SCXMLWriter<Request: Hashable & Sendable> {
    private(set) var text = ""
    private let requests: [String]
    private let diagram: StateDiagram
    /// The diagram's nodes, keyed by path; the paths of the nodes; and the moves from each node.
    private let nodes: [String: Int]
    private let paths: [String]
    private let moves: [[StateDiagram.Move]]
    /// The texts of the states, keyed by the paths of the states' nodes.
    private var names: [String: String] = [:]
    private let identifiers: [String: String]
    private let targets: [String]
    private let events: [String: String]

    init(_ graph: StateGraph<Request>) {
        requests = graph.requests.map { "\($0)" }
        diagram = graph.diagram()
        let projection = Projection(graph.places)
        moves = projection.movesByNode(graph.steps())
        paths = projection.nodes.map(StateDiagram.path)
        nodes = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
        for state in graph.states {
            for path in diagram.nodes(of: state) where !path.contains("/~2") { names[path] = state }
        }
        let elements = diagram.roots.flatMap(\.paths)
        // States and events get different identifiers, because engines may keep them in one namespace.
        let texts = (elements.map { $0.replacing("/~2", with: "/") } + requests).identifiers().map { name in
            name.first?.isNumber == true ? "_\(name)" : name
        }
        let identifiers = Dictionary(zip(elements, texts)) { first, _ in first }
        self.identifiers = identifiers
        targets = paths.map { identifiers[$0] ?? "" }
        events = Dictionary(zip(requests, texts.dropFirst(elements.count))) { first, _ in first }
        let model = moves.joined().allSatisfy(\.condition.isEmpty) ? "null" : "ecmascript"
        line(
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"
                xmlns:sp="urn:state-pattern" datamodel="\(model)" initial="\(identifiers[diagram.initial] ?? "")">
            """, "")
        for root in diagram.roots { add(root, "    ", exceptFor: []) }
        line("</scxml>", "")
    }

    private mutating func line(_ line: String, _ indentation: String) { text += indentation + line + "\n" }

    /// Adds a node with its transitions, except those for requests in `taken`, which a superstate handles.
    private mutating func add(_ node: StateDiagram.Node, _ indentation: String, exceptFor taken: Set<String>) {
        let isInRegion = node.isRegion || node.path.contains("/~2")
        let name = names[node.path] ?? (isInRegion ? diagram.texts[node.path] : nil) ?? node.path
        let element = node.isOrthogonal ? "parallel" : "state"
        let initial = node.isRegion ? diagram.initialNodes[node.path].flatMap { identifiers[$0] } : nil
        line(
            "<\(element) id=\"\(identifiers[node.path] ?? "")\"" + (initial.map { " initial=\"\($0)\"" } ?? "")
                + " sp:name=\"\(name.inXML)\">", indentation)
        var taken = taken
        for request in requests where !taken.contains(request) {
            let moves = commonMoves(of: request, in: node)
            if !moves.isEmpty { taken.insert(request) }
            for move in moves { add(move, indentation + "    ") }
        }
        // Nothing is taken from regions, because a region handles its requests itself.
        for substate in node.substates {
            add(substate, indentation + "    ", exceptFor: node.isOrthogonal ? [] : taken)
        }
        line("</\(element)>", indentation)
    }

    /// The states in a node, without the states in these states' regions.
    private func inside(_ node: StateDiagram.Node) -> [Int] {
        if node.isState { return nodes[node.path].map { [$0] } ?? [] }
        return node.substates.flatMap(inside)
    }

    /// The moves of a request in a state. For a superstate, the one move that all its states have in common, if it
    /// leads out.
    ///
    /// A move to a state inside would leave the superstate as well, and also exit and enter regions of other states.
    private func commonMoves(of request: String, in node: StateDiagram.Node) -> [StateDiagram.Move] {
        let all = inside(node).map { node in moves[node].filter { $0.request == request } }
        if node.isState { return all.first ?? [] }
        guard all.count > 1, all[0].count == 1, let first = all[0].first, first.condition.isEmpty, !first.isInternal,
            !paths[first.target].hasPrefix(node.path + "/")
        else { return [] }
        let isCommon = all.allSatisfy { moves in
            var moves = moves
            for index in moves.indices { moves[index].source = first.source }
            return moves == [first]
        }
        return isCommon ? [first] : []
    }

    private mutating func add(_ move: StateDiagram.Move, _ indentation: String) {
        let request = move.request ?? ""
        let event = "event=\"\(events[request] ?? "")\" sp:request=\"\(request.inXML)\""
        let ends = (move.inside.isEmpty ? [move.target] : move.inside).map { targets[$0] }
        let target = move.isInternal ? "" : " target=\"\(ends.joined(separator: " "))\""
        // A condition on one region is written as one transition for each of its states.
        let conditions =
            move.condition.count == 1 ? move.condition[0].nodes.map { [$0] } : [move.condition.map { $0.nodes[0] }]
        for states in conditions {
            let test = states.map { "In('\(targets[$0])')" }.joined(separator: " && ")
            let head = "\(event)\(test.isEmpty ? "" : " cond=\"\(test.inXML)\"")\(target)"
            if move.effects.isEmpty {
                line("<transition \(head)/>", indentation)
                continue
            }
            line("<transition \(head)>", indentation)
            for effect in move.effects { line("<log label=\"\(effect.inXML)\"/>", indentation + "    ") }
            line("</transition>", indentation)
        }
    }
}

extension String {
    /// The text in quotation marks for XML. A parser reads the same text, except for characters that XML does not
    /// allow.
    fileprivate var inXML: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\0"..<" ", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
