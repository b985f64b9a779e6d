/// The little of JSON that a page needs. An encoder would bring Foundation into every program that imports this module.
enum JSON {
    /// A text that can stand in a script.
    static func text(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            // A browser must not take a name for the end of the script, or for the beginning of another one.
            case "<": result += "\\u003c"
            case "\n": result += "\\n"
            case _ where scalar.isUnreadable: result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}
