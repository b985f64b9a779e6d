import Foundation
import StateInspector

/// The command: shows the machines of this package, one line for each request.
@main @MainActor struct Playground {
    static let machines: [any Machine.Type] = [
        TurnstileMachine.self, PlayerMachine.self, SocketMachine.self, CheckoutMachine.self, NavigationMachine.self,
        GateMachine.self,
    ]

    static func main() async {
        Terminal.holdStandardStreams()
        do {
            try await run(typedArguments())
        } catch {
            Terminal.complain(error)
            if error is LiveFailure { exit(1) }
            exit(error is UsageError ? 64 : error is RecordingError ? 65 : 70)  // EX_USAGE, EX_DATAERR, EX_SOFTWARE
        }
    }

    /// The words after the name of the program. A word that is not UTF-8 is an error; `CommandLine.arguments` would
    /// repair it.
    private static func typedArguments() throws(UsageError) -> [String] {
        var words: [String] = []
        // Safe: the system's array lives as long as the program, and nothing writes to it.
        for word in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst() {
            guard let word else { break }
            guard let text = String(validatingCString: word) else {
                let option = words.last.flatMap { $0.hasPrefix("--") ? " behind \($0)" : nil } ?? ""
                throw UsageError("“\(String(cString: word))”\(option) is not UTF-8; every word has to be")
            }
            words.append(text)
        }
        return words
    }

    /// The commands other than machines, each with its help.
    private static var others: [(name: String, help: String, perform: @MainActor ([String]) async throws -> Void)] {
        [
            ("tour", tourHelp, tour), ("graph", graphHelp, graph), ("page", pageHelp, page),
            ("compare", compareHelp, compare), ("check", checkHelp, check), ("learn", learnHelp, learn),
            ("diff", diffHelp, diff),
            ("replay", replayHelp, replay), ("classes", classesHelp, classes),
            ("serve", serveHelp, serve), ("app", appHelp, app),
        ]
    }

    private static func run(_ arguments: [String]) async throws {
        guard let first = arguments.first else {
            if Terminal.isInteractive { await chooseMachine() } else { tour() }
            return
        }
        let words = Array(arguments.dropFirst())
        switch first {
        case "help" where !words.isEmpty: try await run(words.prefix(1) + ["--help"])
        case "-h", "--help", "help": Terminal.print(help)
        case "--version": Terminal.print("playground of the package StatePattern; it has no releases with numbers yet")
        case _ where first.hasPrefix("-"):
            throw UsageError("there is no option \(first); see playground --help")
        default:
            guard let other = others.named(first, \.name) else { return try await show(machine(named: first), words) }
            let asksForHelp = words.contains("--help") || words.contains("-h")
            if asksForHelp { Terminal.print(other.help) } else { try await other.perform(words) }
        }
    }

    nonisolated static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    static func machine(named name: String, or others: [String] = []) throws(UsageError) -> any Machine.Type {
        guard let machine = machines.named(name, { $0.name }) else {
            let names = machines.map { $0.name } + others
            throw UsageError("there is no machine “\(name)”\(names.suggestion(for: name)); there is \(list(names))")
        }
        return machine
    }

    private static func show<M: Machine>(
        _ machine: M.Type, _ words: [String], input: LineInput? = nil
    ) async throws {
        if let first = words.first, first == "--record" || first.hasPrefix("--record=") {
            let path = first.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
            return try await record(machine, path + words.dropFirst())
        }
        let keepsGoing = words == ["--keep-going"]
        if keepsGoing {
            try performInput(of: machine, keepsGoing: true)
        } else if words.contains("--help") || words.contains("-h") {
            Terminal.print(help(for: machine) + "\n\n" + helpForReading(machine))
        } else if words.contains("--keep-going") {
            throw UsageError("--keep-going stands alone: the requests are read from standard input")
        } else if let live = machine.live, words.first?.hasPrefix("-") == true {
            try await live.perform(words)
        } else if !words.isEmpty {
            let requests = try machine.parse(words)
            let playthrough = Playthrough<M>(inRealTime: false)
            for request in requests { playthrough.perform(request)?.show() }
        } else if Terminal.isInteractive {
            try await machine.live?.story?()
            await Shell<M>(input ?? LineInput()).run()
        } else if machine.live?.story == nil || isatty(STDIN_FILENO) == 0, let line = readLine() {
            try performInput(of: machine, keepsGoing: false, first: line)
        } else {
            // There is no input, or a user could type but the output is a file: only the story is told.
            try await machine.live?.story?()
        }
    }

    /// Records requests to a file. They come from the words after the file's name, typed lines, or standard input.
    private static func record<M: Machine>(_ machine: M.Type, _ words: [String]) async throws {
        guard let path = words.first, !path.hasPrefix("--") else { throw UsageError("--record takes a file") }
        // Before the file is opened, because its old contents are lost then.
        let requests = try machine.parse(Array(words.dropFirst()))
        let recorder = try makeRecorder(to: path)
        func make() -> M {
            let recorded = M(inRealTime: Terminal.isInteractive && words.count == 1)
            recorded.follow(in: recorder.log)
            return recorded
        }
        if words.count > 1 {
            let playthrough = Playthrough(make: make)
            for request in requests { playthrough.perform(request)?.show() }
        } else if Terminal.isInteractive {
            await Shell(LineInput(), make: make).run()
        } else {
            let shell = Shell(nil, make: make)
            while !shell.isOver, let line = readLine() { try shell.answer(line) }
        }
        if let error = recorder.writingError { throw LiveFailure("“\(path)”: \(error.localizedDescription)") }
    }

    /// Performs the lines of standard input, with the same answers as on a terminal.
    ///
    /// A mistake ends the program at once or, with `keepsGoing`, after the last line. The exit status is then 64.
    private static func performInput<M: Machine>(
        of machine: M.Type, keepsGoing: Bool, first: String? = readLine()
    ) throws {
        let shell = Shell<M>()
        var hasFailed = false
        var next = first
        while let line = next {
            do {
                try shell.answer(line)
            } catch {
                guard keepsGoing else { throw error }
                Terminal.complain(error)
                hasFailed = true
            }
            next = shell.isOver ? nil : readLine()
        }
        if hasFailed { exit(64) }
    }

    private static func tour(_ arguments: [String]) throws(UsageError) {
        guard arguments.isEmpty else { throw UsageError("tour stands alone; it shows all machines") }
        tour()
    }

    private static func tour() {
        for machine in machines { tour(of: machine) }
        Terminal.print("Try it: playground \(machines[0].name), and playground --help.")
    }

    private static func tour<M: Machine>(of machine: M.Type) {
        Terminal.print("# \(machine.name): \(machine.summary)\n")
        for part in machine.tour {
            Terminal.print(part.caption)
            Terminal.print("$ playground \(machine.name) \(part.requests)")
            let playthrough = Playthrough<M>(inRealTime: false)
            guard let requests = try? machine.parse(part.requests.split(separator: " ").map(String.init)) else {
                fatalError("The tour asks for what \(machine.name) does not have: \(part.requests)")
            }
            for request in requests { playthrough.perform(request)?.show() }
            Terminal.print()
        }
    }

    private static func chooseMachine() async {
        Terminal.print("Machines:")
        for (index, machine) in machines.enumerated() {
            Terminal.print("  \(index + 1)  \(machine.name): \(machine.summary)")
        }
        Terminal.print(
            "Type a number or a name; “tour” shows a little of each, “help” tells the rest.")
        let input = LineInput()
        while true {
            guard let line = await input.nextLine(prompt: { "Which one? " }) else { return Terminal.print() }
            let word = line.trimmingCharacters(in: .whitespaces).lowercased()
            do {
                switch word {
                case "": continue
                case "quit", "exit": return
                case "help", "?": Terminal.print(help)
                case "tour": tour()
                default:
                    return try await show(chosenMachine(word), [], input: input)
                }
            } catch {
                Terminal.show("\(error)")
            }
        }
    }

    private static func chosenMachine(_ word: String) throws(UsageError) -> any Machine.Type {
        guard Int(word) != nil else { return try machine(named: word) }
        guard let number = Int(digits: word), (1...machines.count).contains(number) else {
            let names = list(machines.map { $0.name })
            throw UsageError(
                "there is no machine “\(word)”; type 1 to \(machines.count) or a name: \(names); or tour, help, quit")
        }
        return machines[number - 1]
    }
}
