extension String {
    /// The text with each character as a format wants it.
    ///
    /// - Parameter write: Returns a character as it is written. A line break of two characters is passed as one. An
    ///   underscore inside a word is not passed, as it is markup in no format.
    /// - Returns: The text as it is written.
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

    /// A name on one line, without characters that would disturb a terminal or the order of the letters around it.
    package var onOneLine: String { isEmpty ? "(no name)" : written(withLineBreaksAs: "⏎") }

    /// A text without such characters, and with its line breaks.
    package var readable: String { written(withLineBreaksAs: "\n") }

    private func written(withLineBreaksAs lineBreak: String) -> String {
        if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
        return escaped { $0.isLineBreak ? lineBreak : $0.isUnreadable ? "\u{fffd}" : String($0) }
    }
}

extension Unicode.Scalar {
    var isLineBreak: Bool { Character(self).isNewline }

    /// True if it is no character to be seen, and does something instead, or is forbidden in XML.
    ///
    /// A control may begin an escape sequence of a terminal. One for directions turns the letters that follow, so that a
    /// name is read as another one.
    var isUnreadable: Bool {
        properties.generalCategory == .control || properties.isBidiControl || properties.isNoncharacterCodePoint
    }

    fileprivate var isInWord: Bool { self == "_" || properties.isAlphabetic || properties.numericType != nil }
}
