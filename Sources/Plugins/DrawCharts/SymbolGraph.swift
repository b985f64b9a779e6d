import Foundation

/// The declarations of modules, as the compiler describes them: contexts, their requests, and the classes of their states.
struct SymbolGraph {
    private var symbols: [String: JSON] = [:]
    /// The superclass of each class, with its name.
    private var parents: [String: (id: String, name: String)] = [:]
    private var members: [String: [JSON]] = [:]
    private var iterables: Set<String> = []
    /// The names of the methods that return a reaction, by the type of their first parameter.
    private var reactions: [String: [String]] = [:]

    /// Adds a module, and returns its symbols. Its classes may inherit from those of other modules.
    mutating func add(_ file: URL) throws -> [String] {
        let graph = JSON(value: try JSONSerialization.jsonObject(with: Data(contentsOf: file)))
        let added = Dictionary(graph["symbols"].list.map { ($0["identifier"]["precise"].text, $0) }) { $1 }
        symbols.merge(added) { $1 }
        for method in added.values where method.result.contains("Reaction") {
            reactions[method.parameters.first?.typeID ?? "", default: []].append(method.name)
        }
        for relation in graph["relationships"].list {
            let (source, target) = (relation["source"].text, relation["target"].text)
            switch relation["kind"].text {
            case "inheritsFrom": parents[source] = (target, relation["targetFallback"].text)
            case "memberOf": members[target, default: []] += added[source].map { [$0] } ?? []
            case "conformsTo" where relation["targetFallback"].text == "Swift.CaseIterable": iterables.insert(source)
            default: break
            }
        }
        return Array(added.keys)
    }

    /// The machines of a module: contexts, and other types with a static model.
    func machines(among ids: [String], in module: String) -> [Machine] {
        // A type with the name of its module hides the module.
        let prefix = ids.contains { symbols[$0]!.path == module } ? "" : module + "."
        let superclasses = Set(parents.values.map(\.id))
        let leaves = ids.filter { lineage(of: $0).count > 1 && !superclasses.contains($0) && !symbols[$0]!.isGeneric }
        let states = leaves.map { prefix + symbols[$0]!.path }.sorted()
        // From the end of each file, so that a chart above one does not move the lines of the next.
        return ids.compactMap { machine($0, in: prefix, states: states) }.sorted { $0.symbol.line > $1.symbol.line }
    }

    private func machine(_ id: String, in module: String, states: [String]) -> Machine? {
        let (symbol, classes) = (symbols[id]!, lineage(of: id))
        let properties = members(of: id).filter { $0.kind == "type.property" }
        let own = ["overview: MachineModel<", "model: MachineModel<", "requests: RequestList<"].first { text in
            properties.contains { $0.declaration.contains(" " + text) }
        }?.components(separatedBy: ":")[0]
        let hasModel = (own == "overview" || own == "model") && symbol.kind != "protocol"
        let root = parents[classes.last!]?.name
        guard hasModel || root == "StatePattern.Context" || root == "StatePattern.MainActorContext" else { return nil }

        // A method that returns nothing may be anything, unless its name is that of a request of the states.
        let asked = classes.flatMap { reactions[$0] ?? [] }
        let methods = classes.reversed().flatMap(members).filter { method in
            method.kind == "method" && !method.declaration.contains("override ")
                && (method.result == "Outcome" || method.result == "()" && asked.contains(method.name))
        }
        let (path, calls) = (symbol.path, methods.map(calls))
        let tried = own.map { "\(module)\(path).\($0)" } ?? Machine.list(calls.joined().filter { !$0.hasSuffix("(…)") })
        let made = "MachineModel({ \(path)(…) }, requests: \(own ?? Machine.list(calls.flatMap { $0 })))"
        let advice = "extension \(path) { static var model: MachineModel<String> { \(made) } }"
        return Machine(
            symbol: symbol, model: hasModel ? tried : "MachineModel({ \(module)\(path)() }, requests: \(tried))",
            omitted: own == nil ? zip(methods, calls).filter { $1[0].hasSuffix("(…)") }.map(\.0.declaration) : [],
            advice: hasModel || symbol.isGeneric ? nil : advice, states: states)
    }

    /// A class and its superclasses, as far as they are known.
    private func lineage(of id: String) -> [String] {
        Array(sequence(first: id) { symbols[parents[$0]?.id ?? ""] == nil ? nil : parents[$0]!.id })
    }

    /// The members of a type, in the order of the source.
    private func members(of id: String) -> [JSON] {
        (members[id] ?? []).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    /// The calls of a request to try, for all examples of its arguments; `play(…)` if there are none.
    private func calls(of method: JSON) -> [String] {
        let labels = method["names"]["title"].text.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":")
        let cannotBeTried = method.isGeneric || method.declaration.contains(/\b(async|throws|inout)\b/)
        var lists: [[String]] = cannotBeTried ? [] : [[]]
        for (label, parameter) in zip(labels, method.parameters) {
            let examples = examples(of: parameter).map { label == "_" ? $0 : "\(label): \($0)" }
            lists = lists.flatMap { list in examples.map { list + [$0] } }
        }
        let arguments = lists.isEmpty ? ["…"] : lists.map { $0.joined(separator: ", ") }
        return arguments.map { "\(method.name)(\($0))" }
    }

    /// Examples of a parameter, as Swift code.
    private func examples(of parameter: JSON) -> [String] {
        let known = [
            "Int": ["1", "100"], "Double": ["0.5", "100.0"], "String": ["\"a\"", "\"\""], "Bool": ["true", "false"],
            "Duration": [".seconds(1)"],
        ]
        if let type = parameter.spelling.split(separator: ": ").last, let list = known[String(type)] { return list }
        let cases = members(of: parameter.typeID).filter { $0.kind == "enum.case" }
        return iterables.contains(parameter.typeID) ? cases.map { "." + $0.name } : []
    }
}
