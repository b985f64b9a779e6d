extension String {
    /// The text with each character as a format wants it.
    ///
    /// - Parameter write: Returns a character as it is written. A line break of two characters is passed as one. An
    ///   underscore inside a word is not passed, as it is markup in no format.
    /// - Returns: The text as it is written.
    func escaped(_ write: (Unicode.Scalar) -> String) -> String {
        let scalars = Array(replacing("\r\n", with: "\n").unicodeScalars)
        var result = ""
        var isInWord = false
        for (index, scalar) in scalars.enumerated() {
            if scalar == "_", isInWord, index + 1 < scalars.count, scalars[index + 1].isInWord {
                result.append("_")
            } else {
                result += write(scalar)
                isInWord = scalar.isInWord
            }
        }
        return result
    }

    /// The text without line breaks and other characters that would disturb a terminal.
    var onOneLine: String { escaped { $0.isLineBreak ? "⏎" : $0.isControl ? "\u{fffd}" : String($0) } }
}

extension Unicode.Scalar {
    var isLineBreak: Bool { Character(self).isNewline }

    /// True if it is no character to be seen, such as the one that begins an escape sequence of a terminal.
    var isControl: Bool { properties.generalCategory == .control }

    fileprivate var isInWord: Bool { self == "_" || properties.isAlphabetic || properties.numericType != nil }
}
