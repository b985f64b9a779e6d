/// A command of a shell, besides the requests of its machine.
struct ShellCommand<M: Machine> {
    let name: String
    /// The argument's placeholder in help; empty if the command takes no argument.
    var argument = ""
    let help: String
    let perform: @MainActor (_ shell: Shell<M>, _ argument: String) throws -> Void

    var usage: String { argument.isEmpty ? name : "\(name) \(argument)" }
}

extension ShellCommand {
    /// Creates a command that prints lines about the machine.
    init(name: String, help: String, lines: @escaping @MainActor (M) -> [String]) {
        self.init(name: name, help: help) { shell, _ in
            for line in lines(shell.playthrough.machine) { Terminal.print("  \(line)") }
        }
    }
}

extension Shell {
    static var commands: [ShellCommand<M>] { M.inspections + views + others }

    /// The commands that show more of a machine, and the command `undo`.
    private static var views: [ShellCommand<M>] {
        [
            ShellCommand(name: "graph", help: "all states, the current one marked") { shell, _ in
                try shell.printGraph()
            },
            ShellCommand(name: "watch", help: "see what changes by itself, until Return") { shell, _ in
                try shell.beginWatch()
            },
            ShellCommand(name: "history", help: "the requests that were handled so far") { shell, _ in
                for (index, answer) in shell.playthrough.history.enumerated() {
                    Terminal.show("  \(index + 1)  \(answer.line)")
                }
            },
            ShellCommand(name: "undo", help: "take back the latest typed request") { shell, _ in
                try shell.undo()
            },
            ShellCommand(
                name: "path", argument: "to <state>", help: "the shortest requests that lead to a state"
            ) { shell, words in try shell.printPath(to: words) },
        ]
    }

    private static var others: [ShellCommand<M>] {
        [
            ShellCommand(name: "?", help: "what is handled now") { shell, _ in shell.printHandled() },
            ShellCommand(name: "help", help: "this") { shell, _ in shell.printHelp() },
            ShellCommand(name: "quit", help: "leave") { shell, _ in shell.isOver = true },
        ]
    }
}
