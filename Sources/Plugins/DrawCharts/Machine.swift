/// A machine that was found.
struct Machine {
    let symbol: JSON
    /// Its model, as Swift code.
    let model: String
    /// The declarations of requests that are not tried.
    let omitted: [String]
    /// A line that its author can write; `nil` if a model is written, or if it is generic.
    let advice: String?
    /// The classes that may be those of its states.
    let states: [String]

    /// A list of requests, named as the library does: `push`, `insert(20)`, `turn(to: left)`.
    static func list(_ calls: [String]) -> String {
        let elements = calls.map { call in
            let changes = [("()", ""), ("(…)", ""), ("\"", ""), ("(.", "("), (" .", " ")]
            return ".init(named: \"\(changes.reduce(call) { $0.replacing($1.0, with: $1.1) })\") { $0.\(call) }"
        }
        return "[\(elements.joined(separator: ", "))]"
    }
}
