/// The lines that a user types; the terminal itself edits them.
@MainActor final class LineInput {
    // An iterator is shared by its copies: it is copied for each call, since it cannot be isolated during one.
    private let lines = Terminal.lines.makeAsyncIterator()
    private var prompt: () -> String = { "" }

    /// Reads a line behind a prompt; `nil` at the end of the input.
    func nextLine(prompt: @escaping () -> String = { "" }) async -> String? {
        self.prompt = prompt
        Terminal.write(prompt())
        var lines = lines
        return await lines.next(isolation: #isolation)
    }

    /// Shows what `body` prints, and the prompt again below. A word that the user is typing stays in the line above,
    /// unless the line shows something else, which is cleared.
    func interrupt(clearing isLineTaken: Bool = false, _ body: () -> Void) {
        if isLineTaken { Terminal.clearLine() } else { Terminal.print() }
        body()
        Terminal.write(prompt())
    }
}
