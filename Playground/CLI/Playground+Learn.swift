@preconcurrency import Foundation  // For `stderr`, a variable of C.

extension Playground {
    /// Learns a machine from its requests and answers alone: `learn socket`.
    static func learn(_ arguments: [String]) throws {
        let options = try Options(arguments, of: "learn", ["--depth <number>"], takesWords: true)
        let machine = try machine(named: options.word(outOf: machines.map { $0.name }))
        guard let depth = Int(digits: options["--depth"] ?? "1"), depth <= 5 else {
            throw UsageError("--depth takes a number from 0 to 5")
        }
        func show(_ progress: String) { if isatty(STDERR_FILENO) == 1 { fputs("\r\u{1B}[K\(progress)", stderr) } }
        let learned = try machine.overview.learn(depth) { show("\($0) states, \($1) words") }
        show("")
        Terminal.print(learned)
    }

    static var learnHelp: String {
        """
        playground learn <machine> [--depth <number>]

        Finds the states of a machine from its requests and answers alone, and says how sure that is. States that no answer
        tells apart are one, under one of their names. If a name forgets something, a second state has it, with a prime.

          --depth   how many further states cannot escape the tests, 0 to 5; more take much longer, and 1 is the default

        Machines: \(list(machines.map { $0.name }))
        """
    }
}
