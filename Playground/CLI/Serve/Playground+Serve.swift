import Dispatch
import Foundation
import StateInspector

extension Playground {
    /// Shows running machines in a browser until the user interrupts the command: `serve player socket`.
    static func serve(_ arguments: [String]) async throws {
        let options = try Options(arguments, of: "serve", ["--port <number>"], takesWords: true)
        guard let port = UInt16(digits: options["--port"] ?? "0") else {
            throw UsageError("--port takes a number from 0, for any port that is free, to 65535")
        }
        var names = options.words
        let servesApp = names.contains("app")
        names.removeAll { $0 == "app" }
        let all = names.isEmpty && !servesApp ? machines.map { $0.name } : names
        let chosen = try all.map { name throws(UsageError) in try machine(named: name, or: ["app"]) }
        let inspector: Inspector
        do {
            inspector = try Inspector(port: port)
        } catch {
            throw UsageError("\(error)")
        }
        var served: [any Served] = []
        for machine in chosen { served.append(try await machine.makeServed(with: inspector)) }
        if servesApp { served.append(try await ServedApp(with: inspector)) }
        let (interrupts, interrupted) = AsyncStream.makeStream(of: Void.self)
        Interrupts.watch([SIGINT, SIGTERM]) { interrupted.yield() }
        Terminal.print("Open this address in a browser of this machine. Ctrl-C ends this.")
        // The address gets its own line, so that a terminal does not break it and users can copy it.
        Terminal.write("\(inspector)\n")
        let running = served.map { machine in Task { await machine.run() } }
        for await _ in interrupts { break }
        for task in running { task.cancel() }
        for task in running { await task.value }
        inspector.close()
    }

    static var serveHelp: String {
        let lines = [
            "playground serve [<machine>…] [--port <number>]",
            "",
            "Shows machines at work on a page that you open in a browser of this machine: the chart with the current state",
            "lit, a journal, visits and times, and a button for each request; at the end, the requests of all machines in one",
            "order, and who asked whom. Without a name, there are all machines. The socket has its own server, which can be",
            "killed. The address is another one each time; Ctrl-C ends it.",
            "",
            "Machines:",
        ]
        let app = "  app: the bookshop with two readers, and all their machines; see playground app --help"
        return (lines + machines.map { "  \($0.name): \($0.summary)" } + [app]).joined(separator: "\n")
    }
}
