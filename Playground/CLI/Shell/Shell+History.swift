import Foundation

extension Shell {
    func undo() throws {
        guard let request = playthrough.undo() else { throw UsageError("there is nothing to undo") }
        listen()
        let (state, detail) = (playthrough.machine.state, playthrough.machine.detail)
        Terminal.show("\(request.text): undone, in \(state) (\(detail)) again")
        if isOnTerminal, let remark = M.remarkOnUndo { Terminal.print(remark) }
    }

    /// Prints the requests that lead to a state of the graph, in the form in which they can be typed.
    func printPath(to words: String) throws {
        let graph = try M.overview.graph().played(with: M.commands.map(\.name))
        let name = words == "to" ? "" : words.hasPrefix("to ") ? String(words.dropFirst(3)) : words
        if name.isEmpty {
            throw UsageError("“path” takes a state: path to <state>; there is \(graph.names.joined(separator: "; "))")
        }
        let state = try graph.state(named: name)
        // The path can contain requests that only the machine itself makes. Users cannot type them, so they are left
        // out.
        let typed = graph.path(to: state).compactMap { request in
            M.commands.first { $0.name == request.requestName }.map { command in
                command.name == request ? command.argument.map { "\(request) \($0.example)" } ?? request : request
            }
        }
        Terminal.print(
            typed.isEmpty ? "  it is the initial state" : "  from the start: \(typed.joined(separator: " "))")
        let end = graph.ends[state]
        if end != state {
            Terminal.print("  passes through \(graph.states[state]): it continues to \(graph.states[end])")
        }
    }
}
