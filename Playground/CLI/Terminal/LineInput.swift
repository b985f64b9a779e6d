import Dispatch
import Foundation

/// The lines that a user types, with an editor where the terminal has a cursor to move.
@MainActor final class LineInput {
    /// True if there is an editor; if not, the terminal itself edits a line, and keeps it to itself until it is complete.
    let isEditing: Bool
    private var editor = LineEditor()
    private var decoder = KeyDecoder()
    /// Keys that were typed before the line that they belong to was asked for.
    private var keys: [Key] = []
    // An iterator is shared by its copies: it is copied for each call, since it cannot be isolated during one.
    private let bytes: AsyncStream<[UInt8]>.Iterator
    private let lines: AsyncStream<String>.Iterator

    private var prompt: () -> String = { "" }
    /// The rows that are on the screen; `nil` while no line is being typed.
    private var layout: EditorLayout?
    /// Tell that the shell has continued the program, or that the terminal has another size.
    private var changes: [any DispatchSourceSignal] = []

    init() {
        isEditing = Terminal.isInteractive && Terminal.hasCursor && RawMode.begin()
        let isEditing = isEditing
        bytes = (isEditing ? Terminal.bytes : AsyncStream { $0.finish() }).makeAsyncIterator()
        lines = (isEditing ? AsyncStream { $0.finish() } : Terminal.lines).makeAsyncIterator()
        guard isEditing else { return }
        // The shell has written below the line that is being typed.
        changes = [redraw(at: SIGCONT) { $0.layout = nil }, redraw(at: SIGWINCH) { _ in }]
    }

    private func redraw(at signal: Int32, _ prepare: @escaping @MainActor (LineInput) -> Void)
        -> any DispatchSourceSignal
    {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.layout != nil else { return }
                prepare(self)
                self.draw()
            }
        }
        source.resume()
        return source
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - prompt: Returns the prompt, which may change while the line is typed.
    ///   - completions: Returns the words that can stand behind a text.
    /// - Returns: The line; `nil` at the end of the input.
    func nextLine(
        prompt: @escaping () -> String, completions: @escaping (_ before: String) -> [String]
    ) async -> String? {
        self.prompt = prompt
        guard isEditing else {
            Terminal.write(prompt())
            var lines = lines
            return await lines.next(isolation: #isolation)
        }
        draw()
        while true {
            while !keys.isEmpty {
                let key = keys.removeFirst()
                if key == .enter { draw() }  // The line stays on the screen.
                switch editor.handle(key, completions: completions) {
                case nil: continue
                case .line(let line):
                    leave()
                    return line
                case .candidates(let words): showAbove { Terminal.print(words.joined(separator: "  ")) }
                case .clearScreen:
                    Terminal.write("\u{1B}[H\u{1B}[2J")
                    layout = nil
                case .interrupt:
                    leave()
                    raise(SIGINT)
                    return nil
                case .endOfInput:
                    leave()
                    return nil
                }
            }
            draw()
            var bytes = bytes
            guard let more = await bytes.next(isolation: #isolation) else {
                leave()
                return nil
            }
            keys += decoder.keys(in: more)
        }
    }

    /// Shows a line above the one that is being typed, where that can be drawn again below; anywhere else, just shows it.
    func show(_ line: String) {
        if isEditing { showAbove { Terminal.show(line) } } else { Terminal.show(line) }
    }

    /// Shows what `body` prints above the line that is being typed, which is drawn again below.
    ///
    /// - Parameters:
    ///   - isLineTaken: True if the line shows something else, which is cleared if there is no editor.
    ///   - body: Prints lines.
    func showAbove(clearing isLineTaken: Bool = false, _ body: () -> Void) {
        guard isEditing else {
            // A word that the user is typing stays in the line above.
            if isLineTaken { Terminal.clearLine() } else { Terminal.print() }
            body()
            return Terminal.write(prompt())
        }
        Terminal.write(layout?.erasure(width: Terminal.width) ?? "")
        layout = nil
        body()
        draw()
    }

    /// Draws the prompt and the line again, for a prompt that has changed.
    func draw() {
        let (width, height) = (Terminal.width, Terminal.height)
        let next = EditorLayout(
            prompt: prompt(), text: editor.text, cursor: editor.cursor, width: width, height: height)
        Terminal.write((layout?.erasure(width: width) ?? "") + next.drawing)
        layout = next
    }

    private func leave() {
        Terminal.write(layout?.departure ?? "")
        layout = nil
    }
}
