extension String {
    /// The text with each character replaced for a format.
    ///
    /// - Parameter write: Returns the replacement of a character. It gets a line break of two characters as one
    ///   character. It is not called for an underscore inside a word, which no format reads as markup.
    /// - Returns: The text for the format.
    func escaped(_ write: (Unicode.Scalar) -> String) -> String {
        let scalars = Array(unicodeScalars)
        var result = ""
        var isInWord = false
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == "\r", next == "\n" { continue }
            if scalar == "_", isInWord, next?.isInWord == true {
                result.append("_")
            } else {
                result += write(scalar)
                isInWord = scalar.isInWord
            }
        }
        return result
    }

    /// The text on one line, without characters that would disturb a terminal or the order of letters.
    package var onOneLine: String { isEmpty ? "(no name)" : written(withLineBreaksAs: "⏎") }

    /// The text with its line breaks, but without other characters that would disturb a terminal or the order of
    /// letters.
    package var readable: String { written(withLineBreaksAs: "\n") }

    private func written(withLineBreaksAs lineBreak: String) -> String {
        if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
        return escaped { $0.isLineBreak ? lineBreak : $0.isUnreadable ? "\u{fffd}" : String($0) }
    }
}

extension Unicode.Scalar {
    var isLineBreak: Bool { Character(self).isNewline }

    /// True if the character controls the display instead of having a glyph, or if XML forbids it.
    ///
    /// A control character may begin an escape sequence of a terminal. A bidirectional control reorders the following
    /// letters, so that a name is read as another one.
    var isUnreadable: Bool {
        properties.generalCategory == .control || properties.isBidiControl || properties.isNoncharacterCodePoint
    }

    fileprivate var isInWord: Bool { self == "_" || properties.isAlphabetic || properties.numericType != nil }
}
