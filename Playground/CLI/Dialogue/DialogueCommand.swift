/// A command of a dialogue, besides the requests of its machine.
struct DialogueCommand<M: Machine> {
    let name: String
    /// A placeholder for what stands behind the name; empty if nothing does.
    var argument = ""
    let help: String
    /// The words that can stand behind the name.
    var words: @MainActor (Dialogue<M>) -> [String] = { _ in [] }
    /// False if the machine has nothing for the command, which then only tells why.
    var isListed = true
    let perform: @MainActor (_ dialogue: Dialogue<M>, _ argument: String) throws -> Void

    var usage: String { argument.isEmpty ? name : "\(name) \(argument)" }
}

extension Dialogue {
    static var commands: [DialogueCommand<M>] { inspections + views + games + others }

    private static var inspections: [DialogueCommand<M>] {
        M.inspections.map { inspection in
            DialogueCommand(name: inspection.name, help: inspection.help) { dialogue, _ in
                for line in inspection.lines(dialogue.playthrough.machine) { Terminal.print("  \(line)") }
            }
        }
    }

    /// The commands that show more of what a machine does.
    private static var views: [DialogueCommand<M>] {
        [
            DialogueCommand(name: "graph", help: "all states, the current one marked") { dialogue, _ in
                try dialogue.printGraph()
            },
            DialogueCommand(
                name: "explain", argument: "on|off", help: "tell which states may have answered each request",
                words: { _ in ["on", "off"] }, isListed: M.explanationInstead == nil
            ) { dialogue, word in
                let isOn = try isOn(word, of: "explain")
                if let reason = M.explanationInstead {
                    throw UsageError("there are no states to explain: \(reason)")
                }
                dialogue.isExplaining = isOn
                Terminal.print(
                    isOn ? Explanation.introduction : "Requests are not explained any more.")
            },
            DialogueCommand(
                name: "twin", argument: Twin<M>.words.joined(separator: "|"),
                help: "make each request of the machine’s enum, too", words: { _ in Twin<M>.words },
                isListed: !M.twins.isEmpty
            ) { dialogue, word in
                dialogue.twin = word == "off" ? nil : try Twin(word, of: dialogue.playthrough)
            },
            DialogueCommand(name: "watch", help: "see what changes by itself, until Return") { dialogue, _ in
                try dialogue.beginWatch()
            },
        ]
    }

    /// The commands that go to and fro in a machine, and ask about it.
    private static var games: [DialogueCommand<M>] {
        [
            DialogueCommand(name: "history", help: "the requests that were handled so far") { dialogue, _ in
                for (index, answer) in dialogue.playthrough.history.enumerated() {
                    Terminal.show("  \(index + 1)  \(answer.line)")
                }
            },
            DialogueCommand(name: "undo", help: "take back the latest typed request") { dialogue, _ in
                try dialogue.undo()
            },
            DialogueCommand(
                name: "path", argument: "to <state>", help: "the shortest requests that lead to a state",
                words: { _ in (try? M.overview.graph())?.states ?? [] }
            ) { dialogue, words in try dialogue.printPath(to: words) },
            DialogueCommand(
                name: "quiz", argument: "[<number>]",
                help: "predict what requests do; the same number asks the same questions"
            ) {
                dialogue, words in
                try dialogue.beginQuiz(words)
            },
        ]
    }

    private static var others: [DialogueCommand<M>] {
        [
            DialogueCommand(name: "?", help: "what is handled now") { dialogue, _ in dialogue.printHandled() },
            DialogueCommand(name: "help", help: "this") { dialogue, _ in dialogue.printHelp() },
            DialogueCommand(name: "quit", help: "leave") { dialogue, _ in dialogue.isOver = true },
        ]
    }

    private static func isOn(_ word: String, of command: String) throws(UsageError) -> Bool {
        guard ["on", "off"].contains(word) else { throw UsageError("“\(command)” takes on or off") }
        return word == "on"
    }
}
