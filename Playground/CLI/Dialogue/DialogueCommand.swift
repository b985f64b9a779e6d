/// A command of a dialogue, besides the requests of its machine.
struct DialogueCommand<M: Machine> {
    let name: String
    /// A placeholder for what stands behind the name; empty if nothing does.
    var argument = ""
    let help: String
    /// The words that can stand behind the name.
    var words: @MainActor (Dialogue<M>) -> [String] = { _ in [] }
    let perform: @MainActor (_ dialogue: Dialogue<M>, _ argument: String) throws -> Void

    var usage: String { argument.isEmpty ? name : "\(name) \(argument)" }
}

extension Dialogue {
    static var commands: [DialogueCommand<M>] {
        M.inspections.map { inspection in
            DialogueCommand(name: inspection.name, help: inspection.help) { dialogue, _ in
                for line in inspection.lines(dialogue.playthrough.machine) { print("  \(line)") }
            }
        } + [
            DialogueCommand(name: "graph", help: "all states, the current one marked") { dialogue, _ in
                try dialogue.printGraph()
            },
            DialogueCommand(
                name: "explain", argument: "on|off", help: "tell of each request which states were asked",
                words: { _ in ["on", "off"] }
            ) { dialogue, word in
                dialogue.isExplaining = try isOn(word, of: "explain")
                print(dialogue.isExplaining ? Explanation.introduction : "Requests are not explained any more.")
            },
            DialogueCommand(name: "?", help: "what is handled now") { dialogue, _ in dialogue.printHandled() },
            DialogueCommand(name: "help", help: "this") { dialogue, _ in dialogue.printHelp() },
            DialogueCommand(name: "watch", help: "see what changes by itself, until Return") { dialogue, _ in
                try dialogue.beginWatch()
            },
            DialogueCommand(name: "quit", help: "leave") { dialogue, _ in dialogue.isOver = true },
        ]
    }

    private static func isOn(_ word: String, of command: String) throws(UsageError) -> Bool {
        guard ["on", "off"].contains(word) else { throw UsageError("“\(command)” takes on or off") }
        return word == "on"
    }
}
