import Foundation
import MachineModels

/// A machine that gets its requests from a terminal or a pipe.
///
/// On a terminal, the machine is in real time, and every exit, entry and transition is shown as it happens.
@MainActor final class Shell<M: Machine> {
    let playthrough: Playthrough<M>
    /// The terminal; `nil` for a pipe.
    private let input: LineInput?
    private var watch: Task<Void, Never>?
    private var events: Task<Void, Never>?
    private var shownPicture: [String] = []
    /// True once a command has ended the shell.
    var isOver = false

    var isOnTerminal: Bool { input != nil }

    convenience init(_ input: LineInput? = nil) {
        self.init(input) { M(inRealTime: input != nil) }
    }

    init(_ input: LineInput?, make: @escaping () -> M) {
        self.input = input
        playthrough = Playthrough(make: make)
        guard input != nil else { return }
        Terminal.print("\(M.name): \(M.summary)")
        if let hint = M.hint { Terminal.print(hint) }
        Terminal.print("Type a request. “?” shows what this state handles, “help” lists all requests, “quit” leaves.")
        showSteps(playthrough.records)
    }

    /// Reads lines from the terminal until the user quits or the input ends.
    func run() async {
        guard let input else { return }
        listen()
        defer { events?.cancel() }
        showPicture()
        while let line = await input.nextLine(prompt: { [self] in prompt }) {
            do { try answer(line) } catch { Terminal.show("\(error)", .red) }
            if isOver { return }
            showPicture()
        }
        Terminal.print()
    }

    /// Listens to the current machine's events, and stops listening to the machine that was replaced by an undo.
    func listen() {
        events?.cancel()
        let machine = playthrough.machine
        events = input.map { input in
            Task { [self] in
                await machine.listen { request in
                    input.interrupt(clearing: isLineTaken) {
                        make(request, isTyped: false)
                        showPicture()
                    }
                }
            }
        }
    }

    /// Performs a line, which contains a command or one or several requests. A line with a mistake has no effect.
    func answer(_ line: String) throws {
        watch?.cancel()
        watch = nil
        let words = line.typedWords
        guard let first = words.first else { return }
        if let command = Self.commands.named(first == "exit" ? "quit" : first, \.name) {
            guard words.count == 1 || !command.argument.isEmpty else {
                throw UsageError("“\(command.name)” takes no argument")
            }
            try command.perform(self, words.dropFirst().joined(separator: " "))
        } else {
            for request in try M.parse(words, besides: Self.commands.map(\.name)) { make(request) }
        }
    }

    private func make(_ request: Request<M>, isTyped: Bool = true) {
        guard let answer = playthrough.perform(request, isTyped: isTyped) else { return }
        if isOnTerminal { showSteps(answer.records) }
        answer.show()
    }

    private func showSteps(_ records: [ObservedRequest]) {
        for transition in records.compactMap(\.transition) {
            for state in transition.exited { Terminal.print("  exit  \(state)") }
            for state in transition.entered { Terminal.print("  enter \(state)") }
        }
    }

    // MARK: The prompt

    private var situation: String { "\(playthrough.machine.state) (\(playthrough.machine.detail))".escaped }

    private var prompt: String {
        if isLineTaken { return "" }
        let (state, detail) = (playthrough.machine.state.escaped, playthrough.machine.detail.escaped)
        return "\(Terminal.styled(state, .bold)) (\(detail))> "
    }

    /// True while a watch shows the situation on the prompt's line.
    private var isLineTaken: Bool { watch != nil }

    /// Shows the machine's screen if it has changed. Nothing is shown for a machine without a screen.
    private func showPicture() {
        let picture = playthrough.machine.picture
        guard !isLineTaken, picture != shownPicture else { return }
        shownPicture = picture
        for line in picture { Terminal.print(line) }
    }

    /// Shows the situation five times a second until the user types a line.
    func beginWatch() throws(UsageError) {
        guard isOnTerminal else { throw UsageError("without a terminal, there is nothing to watch") }
        Terminal.print("Return ends the watch.")
        watch = Task {
            while !Task.isCancelled {
                Terminal.clearLine()
                // Cut to one line, because a second line would not be cleared.
                Terminal.write(String("\(situation) ".prefix((Terminal.columns() ?? 80) - 1)))
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    // MARK: Commands

    func printHandled() {
        let handled = playthrough.handledHere
        func list(_ commands: [Command<M>]) -> String {
            commands.isEmpty ? "nothing" : commands.map(\.name).joined(separator: ", ")
        }
        let (requests, reports) = (handled.filter { !$0.isReport }, handled.filter(\.isReport))
        Terminal.print("handled here: \(list(requests))")
        if !reports.isEmpty { Terminal.print("\(M.reporter) may report: \(list(reports))") }
    }

    func printGraph() throws {
        let text = try M.overview.draw(.text, playthrough.machine.stateInOverview, .init(), nil)
        for line in text.split(separator: "\n") {
            Terminal.print(Terminal.styled(String(line), line.hasPrefix("▸") ? .bold : nil))
        }
        if let remark = playthrough.machine.remarkOnOverview { Terminal.print(remark) }
    }

    func printHelp() {
        Terminal.print(Playground.help(for: M.self))
        Terminal.print("\nAlso:")
        for command in Self.commands {
            Terminal.print("  \(command.usage.padded(to: 24))\(command.help)")
        }
    }
}
