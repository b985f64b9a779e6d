/// The rows that a prompt and the text behind it take on a terminal, and the place of the cursor.
struct EditorLayout {
    private(set) var rows = [""]
    private(set) var cursor = (row: 0, column: 0)
    private var columns = 0
    /// The number of columns that each row takes.
    private var widths: [Int] = []

    /// - Parameters:
    ///   - prompt: The prompt, which may have styles.
    ///   - text: The text.
    ///   - cursor: The number of characters of the text before the cursor.
    ///   - width: The number of columns of the terminal.
    ///   - height: The number of rows that it can show; of more, those around the cursor are left.
    init(prompt: String, text: String, cursor: Int, width: Int, height: Int = .max) {
        for line in prompt.wrapped(to: width).split(separator: "\n") {
            if rows != [""] { beginRow() }
            for atom in line.atoms { add(atom, width) }
        }
        for (index, character) in text.enumerated() {
            if index == cursor { placeCursor(before: character, width) }
            add((String(character), character.columns), width)
        }
        if cursor >= text.count { placeCursor(before: " ", width) }
        widths.append(columns)
        guard rows.count > height else { return }
        let shown = max(0, self.cursor.row + 1 - height)..<max(height, self.cursor.row + 1)
        (rows, widths) = (Array(rows[shown]), Array(widths[shown]))
        self.cursor.row -= shown.lowerBound
    }

    private mutating func add(_ atom: (text: String, columns: Int), _ width: Int) {
        if columns + atom.columns > width { beginRow() }
        rows[rows.count - 1] += atom.text
        columns += atom.columns
    }

    private mutating func beginRow() {
        rows.append("")
        widths.append(columns)
        columns = 0
    }

    /// Places the cursor where a character would come: in the next row, if it does not fit into this one.
    private mutating func placeCursor(before character: Character, _ width: Int) {
        if columns + max(1, character.columns) > width { beginRow() }
        cursor = (rows.count - 1, columns)
    }

    /// The text that draws the rows, from the row and the column at which they begin, and moves the cursor to its place.
    var drawing: String {
        let up = rows.count - 1 - cursor.row
        return rows.joined(separator: "\r\n") + (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
            + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
    }

    /// The text that removes the rows, after which the cursor stands where they began.
    ///
    /// - Parameter width: The number of columns that the terminal has by now. One that has become narrower has broken the
    ///   rows that were wider.
    /// - Returns: The text.
    func erasure(width: Int) -> String {
        let above = widths[..<cursor.row].reduce(cursor.column / width) { $0 + max(1, ($1 + width - 1) / width) }
        return (above > 0 ? "\u{1B}[\(above)A" : "") + "\r\u{1B}[J"
    }

    /// The text that moves the cursor to a new line below the rows.
    var departure: String {
        let down = rows.count - 1 - cursor.row
        return (down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n"
    }
}
