import Foundation

/// A machine that was found, with the Swift code for a model of it.
struct Machine {
    /// The name in its module: `Shop.Door`.
    let path: String
    let file: URL?
    /// The line of the declaration, from zero, and those of its documentation comment.
    let line: Int
    let comment: ClosedRange<Int>?
    /// The reason why it cannot be drawn; `nil` if it can.
    let problem: String?
    /// The requests without examples, as they are declared.
    let omitted: [String]
    /// The part of a program that prints its chart.
    let code: String
    /// The lines that its author can write instead of what was found.
    let advice: (model: String?, requests: String?)

    init(
        _ symbol: JSON, _ module: String, own: String?, states: [String], isMade: Bool,
        requests: [(method: JSON, calls: [String])]
    ) {
        (path, line, file) = (symbol.path, symbol.line, URL(string: symbol["location"]["uri"].text))
        let lines = symbol["docComment"]["lines"].list.compactMap { $0["range"]["start"]["line"].value as? Int }
        comment = lines.first.map { $0...lines[lines.count - 1] }
        var calls: [String] = []
        for call in requests.flatMap(\.calls) where !calls.contains(call) { calls.append(call) }
        let found = calls.map { call in
            // Named as the library does: `push`, `insert(20)`, `turn(to: left)`.
            let changes = [("()", ""), ("\"", ""), ("(.", "("), (" .", " ")]
            return "\"\(changes.reduce(call) { $0.replacing($1.0, with: $1.1) })\": { $0.\(call) }"
        }
        let others = own == nil && !symbol.isGeneric ? requests.filter(\.calls.isEmpty).map(\.method) : []
        omitted = others.map(\.declaration)
        let (hasModel, name) = (own == "model" || own == "overview", module + path)
        problem =
            symbol.isGeneric
            ? "it is generic: write a model of one of its types, in a type that is not"
            : !hasModel && !isMade
                ? "it cannot be made without arguments"
                : own == nil && found.isEmpty ? "no method that can be called returns an Outcome" : nil
        let list = "[" + (found + others.map { "\"\($0.name)\": { $0.\($0.name)(…) }" }).joined(separator: ", ") + "]"
        let made = "MachineModel({ \(path)(…) }, requests: \(own == "requests" ? "requests" : list))"
        let model = "extension \(path) { static var model: MachineModel<String> { \(made) } }"
        let ownList = "extension \(path) { static var requests: RequestList<\(path)> { \(list) } }"
        advice = (symbol.isGeneric || hasModel ? nil : model, others.isEmpty ? nil : ownList)
        let tried = own == nil ? "[\(found.joined(separator: ", "))]" : "\(name).requests"
        code = """
            case "\(path)":
                printChart(
                    of: \(hasModel ? "\(name).\(own!)" : "MachineModel({ \(name)() }, requests: \(tried))"),
                    among: [\(states.map { "\($0).self" }.joined(separator: ", "))])

            """
    }
}
