/// Writes JSON without an encoder, which would bring Foundation into every program that imports this module.
enum JSON {
    /// A text as a JSON string that is safe inside of an HTML script.
    static func text(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            // A browser must not read a name as the end or the beginning of a script.
            case "<": result += "\\u003c"
            case "\n": result += "\\n"
            case "\0"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}
