import StatePattern

extension StateGraph {
    /// A file for Swift Testing with the table of a context and tours through all its cells. You own the file.
    ///
    /// The table has all cells, except for unhandled requests without consequences. If the graph was explored within a
    /// bound, the file's test explores within the same bound. It uses the `model` of the class and its `requests` by
    /// name, as in <doc:YourOwnMachine>.
    ///
    /// - Parameters:
    ///   - machine: The name of the context's class.
    ///   - module: The module of that class.
    /// - Returns: The text of the file.
    /// - Complexity: The complexity of ``transitionTour()``, which this calls.
    public func testFile(for machine: String, in module: String) -> String {
        let table = zip(states, cells).flatMap { state, row in
            zip(requests, row).compactMap { request, cell -> String? in
                let isIdle = cell.outcome == .unhandled && states[cell.target] == state && cell.trace.isEmpty
                guard let outcome = cell.outcome, !isIdle else { return nil }
                let (target, effects) = (states[cell.target].literal, cell.trace.map(\.literal).joined(separator: ", "))
                return "(\(state.literal), \("\(request)".literal), .\(outcome), \(target), [\(effects)]),"
            }
        }
        let numbers = Dictionary(uniqueKeysWithValues: requests.enumerated().map { ($1, $0) })
        let tours = transitionTour().map { tour in
            let end = tour.reduce(0) { state, request in cells[state][numbers[request]!].target }
            let names = tour.map { "\($0)".literal }.wrapped(by: 16)
            return "(\n            [\n\(names)\n            ], \(places[end].unqualified.path.literal)\n        ),"
        }
        let bounds = states.indices.filter { !isExplored[$0] }.map { places[$0].unqualified.description.literal }
            .joined(separator: ", ")
        let start = startTrace.map(\.literal).joined(separator: ", ")
        let suite = machine.replacing(".", with: "") + "Tests"
        return """
            import StateExploration
            import StatePattern
            import Testing

            @testable import \(module)

            /// The answers of \(machine) to each request in each state, and tours through all of them.
            @Suite struct \(suite) {
                /// All cells but those in which a request is unhandled and nothing happens.
                static let table: [(state: String, request: String, outcome: Outcome, target: String, effects: [String])] = [
            \(table.map { "        \($0)" }.joined(separator: "\n"))
                ]

                /// Requests to a new machine, and the state in which they end.
                static let tours: [(requests: [String], end: String)] = [
            \(tours.map { "        \($0)" }.joined(separator: "\n"))
                ]

                @Test func `answers as its table says`() throws {
                    let graph = try \(machine).model.explore(\(bounds.isEmpty ? "" : "within: { ![\(bounds)].contains($0) }"))
                    #expect(graph.startTrace == [\(start)])
                    for (state, row) in zip(graph.states, graph.cells) {
                        for (request, cell) in zip(graph.requests, row) where cell.outcome != nil {
                            let expected =
                                Self.table.first { $0.state == state && $0.request == request }
                                ?? (state, request, .unhandled, state, [])
                            #expect(cell.outcome == expected.outcome, "\\(request) in \\(state)")
                            #expect(graph.states[cell.target] == expected.target, "\\(request) in \\(state)")
                            #expect(cell.trace == expected.effects, "\\(request) in \\(state)")
                        }
                    }
                    #expect(Self.table.filter { !graph.states.contains($0.state) }.map(\\.state) == [])
                }

                @Test(arguments: tours) func `ends a tour where it did`(requests: [String], end: String) throws {
                    let machine = \(machine)()
                    for name in requests { \(machine).requests.make(name, of: machine) { \(machine)() } }
                    #expect(machine.state.statePath == end)
                }
            }

            """
    }
}

extension String {
    /// The text as a Swift string literal.
    fileprivate var literal: String { debugDescription }
}

extension [String] {
    /// The elements with commas between them, on lines of at most 100 characters.
    fileprivate func wrapped(by indentation: Int) -> String {
        var lines = [""]
        for element in self {
            if lines[lines.count - 1].count + element.count > 100 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + element + ","
        }
        return lines.map { String(repeating: " ", count: indentation) + $0 }.joined(separator: "\n")
    }
}
