/// The lines that a user types. The terminal itself handles the editing of a line.
@MainActor final class LineInput {
    // Each call uses a copy of this iterator, because the call cannot be isolated to the main actor. All copies read
    // the same stream.
    private let lines = Terminal.lines.makeAsyncIterator()
    private var prompt: () -> String = { "" }

    /// Prints a prompt and reads a line; returns `nil` at the end of the input.
    func nextLine(prompt: @escaping () -> String = { "" }) async -> String? {
        self.prompt = prompt
        Terminal.write(prompt())
        var lines = lines
        return await lines.next(isolation: #isolation)
    }

    /// Calls `body`, which prints, and shows the prompt again. With `isLineTaken`, the current line is cleared first.
    /// Otherwise it stays above, with the text that the user is typing.
    func interrupt(clearing isLineTaken: Bool = false, _ body: () -> Void) {
        if isLineTaken { Terminal.clearLine() } else { Terminal.print() }
        body()
        Terminal.write(prompt())
    }
}
