/// A line that is being typed, and those that were typed before: it knows keys, and no terminal.
struct LineEditor {
    /// A result of a key that others have to act on.
    enum Event: Equatable {
        case line(String)
        /// There are several ways to complete the words before the cursor.
        case candidates([String])
        case clearScreen
        case interrupt
        case endOfInput
    }

    private(set) var text = ""
    /// The number of characters before the cursor.
    private(set) var cursor = 0
    private var history: [String] = []
    /// The place in the history of the line that is shown; its count while that is a new line.
    private var place = 0
    /// The new line, while one of the history is shown.
    private var draft = ""

    /// Handles a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - completions: Returns the words that can stand behind a text.
    /// - Returns: An event to act on, if there is one; the text is to be drawn again after any key.
    mutating func handle(_ key: Key, completions: (_ before: String) -> [String] = { _ in [] }) -> Event? {
        switch key {
        case .text(let added): insert(added)
        case .enter: return .line(takeLine())
        case .tab: return complete(completions)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = text.count
        case .up: recall(place - 1)
        case .down: recall(place + 1)
        case .backspace: erase(max(0, cursor - 1)..<cursor)
        case .delete: erase(cursor..<min(text.count, cursor + 1))
        case .eraseToEnd: erase(cursor..<text.count)
        case .eraseToStart: erase(0..<cursor)
        case .eraseWord: erase(startOfWord..<cursor)
        case .clearScreen: return .clearScreen
        case .interrupt: return .interrupt
        case .endOfInput:
            if text.isEmpty { return .endOfInput }
            erase(cursor..<min(text.count, cursor + 1))
        }
        return nil
    }

    // MARK: Edits

    private var before: Substring { text.prefix(cursor) }

    /// Inserts a text; a part of a character, such as an accent, joins the character before it.
    private mutating func insert(_ added: String) {
        let start = String(before) + added
        (text, cursor) = (start + text.dropFirst(cursor), start.count)
    }

    private mutating func erase(_ range: Range<Int>) {
        (text, cursor) = (text.prefix(range.lowerBound) + String(text.dropFirst(range.upperBound)), range.lowerBound)
    }

    /// The place at which the word before the cursor begins, also with spaces behind it.
    private var startOfWord: Int {
        var start = before
        while start.last?.isWhitespace == true { start.removeLast() }
        while let last = start.last, !last.isWhitespace { start.removeLast() }
        return start.count
    }

    // MARK: History

    private mutating func takeLine() -> String {
        let line = text
        if line.contains(where: { !$0.isWhitespace }), line != history.last { history.append(line) }
        (text, cursor, draft, place) = ("", 0, "", history.count)
        return line
    }

    private mutating func recall(_ next: Int) {
        guard (0...history.count).contains(next) else { return }
        if place == history.count { draft = text }
        place = next
        text = next == history.count ? draft : history[next]
        cursor = text.count
    }

    // MARK: Completion

    /// The places before the cursor at which a word begins, and the cursor if no word ends there.
    private var startsOfWords: [Int] {
        let characters = Array(before)
        return (0...cursor).filter { place in
            (place == 0 || characters[place - 1].isWhitespace) && (place == cursor || !characters[place].isWhitespace)
        }
    }

    /// Completes as many words before the cursor as a candidate begins with, as far as all candidates are alike.
    private mutating func complete(_ completions: (String) -> [String]) -> Event? {
        for start in startsOfWords {
            let words = before.dropFirst(start)
            let candidates = completions(String(text.prefix(start))).filter {
                $0.lowercased().hasPrefix(words.lowercased())
            }
            guard let first = candidates.first else { continue }
            let shared = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
            guard candidates.count == 1 || shared.count > words.count else { return .candidates(candidates) }
            erase(start..<cursor)
            insert(shared + (candidates.count == 1 ? " " : ""))
            return nil
        }
        return nil
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0.0 == $0.1 }.map(\.0))
    }
}
