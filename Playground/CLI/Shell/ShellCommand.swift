/// A command of a shell, besides the requests of its machine.
struct ShellCommand<M: Machine> {
    let name: String
    /// A placeholder for what stands behind the name; empty if nothing does.
    var argument = ""
    let help: String
    /// False if the machine has nothing for the command, which then only tells why.
    var isListed = true
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
    static var commands: [ShellCommand<M>] { M.inspections + views + games + others }

    /// The commands that show more of what a machine does.
    private static var views: [ShellCommand<M>] {
        [
            ShellCommand(name: "graph", help: "all states, the current one marked") { shell, _ in
                try shell.printGraph()
            },
            ShellCommand(
                name: "explain", argument: "on|off", help: "tell which states may have answered each request",
                isListed: M.explanationInstead == nil
            ) { shell, word in
                let isOn = try isOn(word, of: "explain")
                if let reason = M.explanationInstead {
                    throw UsageError("there are no states to explain: \(reason)")
                }
                shell.isExplaining = isOn
                Terminal.print(
                    isOn ? Explanation.introduction : "Requests are not explained any more.")
            },
            ShellCommand(
                name: "twin", argument: Twin<M>.words.joined(separator: "|"),
                help: "make each request of the machine’s enum, too",
                isListed: !M.twins.isEmpty
            ) { shell, word in
                shell.twin = word == "off" ? nil : try Twin(word, of: shell.playthrough)
            },
            ShellCommand(name: "watch", help: "see what changes by itself, until Return") { shell, _ in
                try shell.beginWatch()
            },
        ]
    }

    /// The commands that go to and fro in a machine, and ask about it.
    private static var games: [ShellCommand<M>] {
        [
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
            ShellCommand(
                name: "quiz", argument: "[<number>]",
                help: "predict what requests do; the same number asks the same questions"
            ) { shell, words in try shell.beginQuiz(words) },
        ]
    }

    private static var others: [ShellCommand<M>] {
        [
            ShellCommand(name: "?", help: "what is handled now") { shell, _ in shell.printHandled() },
            ShellCommand(name: "help", help: "this") { shell, _ in shell.printHelp() },
            ShellCommand(name: "quit", help: "leave") { shell, _ in shell.isOver = true },
        ]
    }

    private static func isOn(_ word: String, of command: String) throws(UsageError) -> Bool {
        guard ["on", "off"].contains(word) else { throw UsageError("“\(command)” takes on or off") }
        return word == "on"
    }
}
