extension Character {
    /// The number of columns that the character takes on a terminal.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark: return 0
        default: return Character.wide.contains { $0.contains(first.value) } ? 2 : 1
        }
    }

    /// The blocks of wide or fullwidth characters: see Unicode Standard Annex #11, *East Asian Width*.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension StringProtocol {
    /// The text's characters and styles, each with its number of columns. A style, such as `ESC [ 1 m`, takes no
    /// column.
    var atoms: [(text: String, columns: Int)] {
        var atoms: [(text: String, columns: Int)] = []
        var rest = self[...]
        while let character = rest.first {
            if rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "m") {
                atoms.append((String(rest[...end]), 0))
                rest = rest[rest.index(after: end)...]
            } else {
                atoms.append((String(character), character.columns))
                rest = rest.dropFirst()
            }
        }
        return atoms
    }

    /// The number of columns that the text takes on a terminal.
    var columns: Int { atoms.reduce(0) { $0 + $1.columns } }
}

extension String {
    /// The text, broken between words into lines of at most `width` columns.
    ///
    /// Each further line is indented to the second column of the first line, such as the help next to a command's name,
    /// or else by four more columns than the first line. A word that is wider than the terminal is not broken.
    func wrapped(to width: Int) -> String {
        guard columns > width else { return self }
        let hang = hangingIndentation(in: width)
        var rest = atoms[...]
        var lines: [String] = []
        while !rest.isEmpty {
            let indentation = lines.isEmpty ? "" : String(repeating: " ", count: hang)
            let count = lengthOfLine(rest, width: width - indentation.count)
            lines.append(indentation + rest.prefix(count).map(\.text).joined())
            rest = rest.dropFirst(count).drop { $0.text == " " }
        }
        return lines.joined(separator: "\n")
    }

    /// The indentation of further lines: up to the second column, which begins after a gap of two spaces or more.
    ///
    /// Without a second column near the beginning, it is four more than the line's own indentation.
    private func hangingIndentation(in width: Int) -> Int {
        let indentation = prefix { $0 == " " }.count
        let gaps = dropFirst(indentation).ranges(of: "  ")
        guard let gap = gaps.first, let text = self[gap.upperBound...].firstIndex(where: { $0 != " " }) else {
            return indentation < width / 4 ? indentation + 4 : indentation
        }
        let column = self[..<text].columns
        return column <= width / 2 ? column : indentation + 4
    }

    /// The number of atoms that fit on the next line. The line breaks at the last space that fits, or else at the first
    /// space.
    private func lengthOfLine(_ atoms: ArraySlice<(text: String, columns: Int)>, width: Int) -> Int {
        var (used, space, hasText) = (0, Int?.none, false)
        for (count, atom) in atoms.enumerated() {
            if atom.text == " ", hasText {
                space = count
                if used >= width { return count }
            }
            used += atom.columns
            hasText = hasText || atom.text != " " && atom.columns > 0
            if used > width, let space { return space }
        }
        return atoms.count
    }
}
