import MachineModels
extension Playground {
    static var help: String {
        let formats = Overview.Format.allCases.map(\.rawValue).joined(separator: "|")
        var lines = [
            "Shows state machines at work, one line for each request.",
            "",
            "  playground                        on a terminal, choose a machine; otherwise, a short tour",
            "  playground tour                   the short tour",
            "  playground <machine>              on a terminal, type requests; otherwise, read them from standard input",
            "  playground <machine> <request>…   make these requests; an argument of several words is quoted",
            "  playground <machine> --keep-going read them from standard input, also after a mistake",
            "  playground <machine> --record <file> [<request>…]",
            "                                    write down what the machine answers, with all arguments",
            "  playground replay <machine> <file> make recorded requests again, and show the first that is answered otherwise",
            "  playground socket                 a story on a real connection; then, on a terminal, type requests",
            "  playground socket --url <url>     connect to a WebSocket server; see playground socket --help",
            "  playground <machine> --help       the requests of a machine",
            "  playground graph <name> [--format \(formats)] [--merged] [--no-effects] [--all-requests]",
            "                                    its states and transitions; merged, without their data",
            "  playground page <name> > x.html   a page to click through in a browser: a machine, or a comparison",
            "  playground page <machine> --recording <file> > x.html",
            "                                    a page to wind through what was recorded: a machine, or app",
            "  playground compare <name>         compare two forms of a machine, and show where they differ",
            "  playground check <machine>        check what a machine promises about all of its runs",
            "  playground learn <machine>        find a machine's states from its requests and answers alone",
            "  playground diff <machine> <old.json> [--format \(differenceFormats)]",
            "                                    changes since the graph was kept: playground graph <machine> --format json",
            "  playground classes <file> [--name <name>]",
            "                                    a machine for a chart: SCXML, a state diagram of Mermaid, or a graph as JSON",
            "  playground serve [<machine>…] [--port <number>]",
            "                                    machines at work, live in a browser, with buttons for their requests",
            "  playground serve app              the bookshop's machines, live in a browser",
            "  playground app                    a bookshop out of all machines: its story; on a terminal, to use",
            "  playground app --url <url>        one app of it, over a broker; see playground app --help",
            "",
            "For example:",
            "",
            "  playground turnstile push insertCoin push",
            "  playground graph player --format svg > player.svg",
            "  printf 'play\\npause\\n' | playground player",
            "",
            "Machines:",
        ]
        lines += machines.map { "  \($0.name): \($0.summary)" }
        lines += ["", "To compare:"] + Contrast.all.map { "  \($0.name): \($0.help)" }
        lines += [
            "",
            "The exit status is 64 when something was typed that does not exist, 65 when a file is no recording or no chart,",
            "1 when two machines, versions or runs differ, there is no connection or a file cannot be played,",
            "and 74 when the output cannot be written.",
        ]
        return lines.joined(separator: "\n")
    }

    static func help<M: Machine>(for machine: M.Type) -> String {
        func lines(_ title: String, _ commands: [Command<M>]) -> [String] {
            commands.isEmpty ? [] : [title] + commands.map { "  \($0.usage.padded(to: 24))\($0.help)" } + [""]
        }
        let commands =
            lines("Requests:", machine.commands.filter { !$0.isReport })
            + lines("Reports by \(machine.reporter):", machine.commands.filter(\.isReport))
        let live = machine.live.map { ["For real:"] + $0.help + [""] } ?? []
        return (["\(machine.name): \(machine.summary)", ""] + live + commands).dropLast().joined(separator: "\n")
    }

    /// The help for typed lines and for standard input, without the list of requests.
    static func helpForReading<M: Machine>(_ machine: M.Type) -> String {
        let others = ["watch", "?", "help", "quit"]
        let names = Shell<M>.commands.map(\.name).filter { !others.contains($0) }
        return """
            On a terminal and in a pipe there are also: \(list(names)).
            With --keep-going, requests are read from standard input, and a mistake does not end it.
            To edit and repeat lines on a terminal: rlwrap playground \(machine.name)
            """
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
