import Foundation

/// A machine on a terminal: requests are typed, and every exit, entry and transition is shown as it happens.
@MainActor final class Dialogue<M: Machine> {
    private let playthrough: Playthrough<M>
    private let input: LineInput
    private var watch: Task<Void, Never>?

    init(_ input: LineInput) {
        self.input = input
        print("\(M.name): \(M.summary)")
        if let hint = M.hint { print(hint) }
        print("Type a request; “?” tells what is handled now, “help” what there is, “quit” leaves.")
        playthrough = Playthrough(inRealTime: true) { step in
            for state in step.exited { print("  exit  \(state)") }
            for state in step.entered { print("  enter \(state)") }
        }
    }

    /// Reads lines until the user quits or the input ends.
    func run() async {
        let events = Task { await playthrough.machine.listen { handle($0) } }
        defer { events.cancel() }
        showPicture()
        while let line = await input.nextLine(prompt: { [self] in prompt }, completions: { [self] _ in completions }) {
            if answer(line) { return }
            showPicture()
        }
        if !input.isEditing { print() }
    }

    /// The words that a line can begin with now.
    private var completions: [String] {
        playthrough.handledHere + M.inspections.map(\.name) + ["graph", "help", "watch", "quit"]
    }

    /// Handles an event, such as the end of a track, while the user may be typing.
    private func handle(_ request: Request<M>) {
        if isLineTaken { Terminal.clearLine() }
        input.showAbove {
            playthrough.perform(request).map(Terminal.show)
            showPicture()
        }
    }

    /// True if the line of the prompt shows the situation, in which nothing can be typed.
    private var isLineTaken: Bool { watch != nil && !input.isEditing }

    /// - Returns: Whether this was the last word.
    private func answer(_ line: String) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        watch?.cancel()
        watch = nil
        switch words.first {
        case nil: break
        case "quit", "exit": return true
        case "?": print("handled here: \(playthrough.handledHere.joined(separator: ", "))")
        case "help": printHelp()
        case "watch": beginWatch()
        case "graph": printGraph()
        case let word? where M.inspections.contains { $0.name == word }:
            for view in M.inspections where view.name == word {
                view.lines(playthrough.machine).forEach { print("  \($0)") }
            }
        default:
            do {
                for request in try M.parse(words) { playthrough.perform(request).map(Terminal.show) }
            } catch {
                Terminal.show("\(error)")
            }
        }
        return false
    }

    private var situation: String { "\(playthrough.machine.state) (\(playthrough.machine.detail))" }

    private var prompt: String { isLineTaken ? "" : situation + "> " }

    private func showPicture() {
        if !isLineTaken { for line in playthrough.machine.picture { print(line) } }
    }

    /// Shows the situation again and again, until a line is typed.
    private func beginWatch() {
        print("Return ends the watch.")
        watch = Task {
            while !Task.isCancelled {
                if input.isEditing {
                    input.draw()
                } else {
                    Terminal.clearLine()
                    Terminal.write(String("\(situation) ".prefix(Terminal.width - 1)))  // A second line would not be cleared.
                }
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func printGraph() {
        do {
            print(try M.overview.draw(.text, playthrough.machine.stateInOverview, false), terminator: "")
            if let remark = playthrough.machine.remarkOnOverview { print(remark) }
        } catch {
            print(error)
        }
    }

    private func printHelp() {
        let inspections = M.inspections.map { "  \($0.name.padded(to: 24))\($0.help)" }
        print(Playground.help(for: M.self))
        print("\nAlso:")
        for line in inspections { print(line) }
        print("  \("graph".padded(to: 24))all states, the current one marked")
        print("  \("watch".padded(to: 24))see what changes by itself, until Return")
        print("  \("?".padded(to: 24))what is handled now")
        print("  \("quit".padded(to: 24))leave")
    }
}
