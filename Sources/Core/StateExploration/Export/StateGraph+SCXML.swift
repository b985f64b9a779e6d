extension StateGraph {
    /// The graph as SCXML, the W3C's language for statecharts, for engines and editors by other people.
    ///
    /// Each state is a `<state>` inside its superstates, each request an event. A transition does all that the request
    /// leads to, with its follow-ups, and `<log>` names the consequences in their order. So an engine is in the same
    /// state as the machine after each request, although SCXML runs exits, contents and entries in another order.
    /// What a state refuses has no transition, which SCXML ignores.
    ///
    /// An `id` or an event of SCXML has letters, digits and underscores only. The attributes `sp:name` and `sp:request`
    /// have the texts that they stand for. A character that XML does not allow is replaced there by U+FFFD.
    ///
    /// - Returns: The text of an SCXML document.
    /// - Complexity: O(*states* × *requests* × *depth*), where *depth* is that of the superstates.
    public func scxml() -> String { SCXMLWriter(self).text }
}

/// The text of an SCXML document.
private struct SCXMLWriter<Request: Hashable & Sendable> {
    private(set) var text = ""
    private let graph: StateGraph<Request>
    /// The states of the graph by the paths of their nodes in its diagram, and the identifiers of all nodes and states.
    private var states: [String: Int] = [:]
    private let identifiers: [String: String]
    private let targets: [String]
    private let events: [String]

    init(_ graph: StateGraph<Request>) {
        self.graph = graph
        let diagram = graph.diagram()
        for (index, state) in graph.states.enumerated() {
            if let path = diagram.node(of: state) { states[path] = index }
        }
        let paths = diagram.roots.flatMap(\.paths)
        // Engines may keep states and events in one place.
        let names = (paths + graph.requests.map { "\($0)" }).identifiers().map { name in
            name.first?.isNumber == true ? "_\(name)" : name
        }
        let identifiers = Dictionary(zip(paths, names)) { first, _ in first }
        self.identifiers = identifiers
        targets = graph.states.map { diagram.node(of: $0).flatMap { identifiers[$0] } ?? "" }
        events = Array(names.dropFirst(paths.count))
        line(
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"
                xmlns:sp="urn:state-pattern" datamodel="null" initial="\(identifiers[diagram.initial] ?? "")">
            """, "")
        for root in diagram.roots { add(root, "    ", exceptFor: []) }
        line("</scxml>", "")
    }

    private mutating func line(_ line: String, _ indentation: String) { text += indentation + line + "\n" }

    /// Adds a node, with transitions for all requests but those that a superstate has them for.
    private mutating func add(_ node: StateDiagram.Node, _ indentation: String, exceptFor taken: Set<Int>) {
        let inside = node.leaves.compactMap { states[$0] }
        let name = node.substates.isEmpty ? inside.first.map { graph.states[$0] } : nil
        let names = "id=\"\(identifiers[node.path] ?? "")\" sp:name=\"\((name ?? node.path).inXML)\""
        var taken = taken
        line("<state \(names)>", indentation)
        for request in graph.requests.indices where !taken.contains(request) {
            guard let cell = commonCell(of: request, in: inside) else { continue }
            taken.insert(request)
            add(cell, of: request, from: inside[0], indentation + "    ")
        }
        for substate in node.substates { add(substate, indentation + "    ", exceptFor: taken) }
        line("</state>", indentation)
    }

    /// The cell of a request that is the same in all states and leads out of them, or the cell in the only state.
    private func commonCell(of request: Int, in inside: [Int]) -> StateGraph<Request>.Cell? {
        guard let first = inside.first, inside.allSatisfy({ graph.isExplored[$0] }) else { return nil }
        let cell = graph.cells[first][request]
        if inside.count == 1 { return cell }
        let isCommon = inside.allSatisfy { graph.cells[$0][request] == cell } && !inside.contains(cell.target)
        return isCommon ? cell : nil
    }

    private mutating func add(
        _ cell: StateGraph<Request>.Cell, of request: Int, from state: Int, _ indentation: String
    ) {
        let leads = cell.isTransition(from: state)
        if !leads && cell.trace.isEmpty && (cell.isRefused || cell.outcome == nil) { return }
        let request = "event=\"\(events[request])\" sp:request=\"\("\(graph.requests[request])".inXML)\""
        let target = leads ? " target=\"\(targets[cell.target])\"" : ""
        if cell.trace.isEmpty { return line("<transition \(request)\(target)/>", indentation) }
        line("<transition \(request)\(target)>", indentation)
        for consequence in cell.trace { line("<log label=\"\(consequence.inXML)\"/>", indentation + "    ") }
        line("</transition>", indentation)
    }
}

extension String {
    /// The text in quotation marks of XML, which a reader gets back as it is, as far as XML has its characters.
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
