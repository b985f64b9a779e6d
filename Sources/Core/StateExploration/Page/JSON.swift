/// The part of JSON that is needed here. An encoder would bring Foundation into every program that imports this module.
enum JSON {
    /// A text that can be part of a script.
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
