import Foundation

/// The declarations of modules, as the compiler describes them: contexts, their requests, and the classes of their states.
struct SymbolGraph {
    private var symbols: [String: JSON] = [:]
    /// The superclass of each class, with its name.
    private var parents: [String: (id: String, name: Substring)] = [:]
    private var members: [String: [JSON]] = [:]
    private var conformances: [String: Set<Substring>] = [:]

    /// Adds a module, and returns its symbols. Its classes may inherit from those of other modules.
    mutating func add(_ file: URL) throws -> [String] {
        let graph = JSON(value: try JSONSerialization.jsonObject(with: Data(contentsOf: file)))
        let added = Dictionary(graph["symbols"].list.map { ($0["identifier"]["precise"].text, $0) }) { $1 }
        symbols.merge(added) { $1 }
        for relation in graph["relationships"].list {
            let (source, target) = (relation["source"].text, relation["target"].text)
            let name = relation["targetFallback"].text.prefix { $0 != "<" }
            switch relation["kind"].text {
            case "inheritsFrom": parents[source] = (target, name)
            case "memberOf": members[target, default: []] += added[source].map { [$0] } ?? []
            case "conformsTo": conformances[source, default: []].insert(name)
            default: break
            }
        }
        return Array(added.keys)
    }

    /// The machines among the symbols of a module: its contexts, and other types with a static model.
    func machines(among ids: [String], in module: String) -> [Machine] {
        // A type with the name of its module hides the module.
        let prefix = ids.contains { symbols[$0]!.path == module } ? "" : module + "."
        let superclasses = Set(parents.values.map(\.id))
        let states = ids.filter { id in
            let classes = lineage(of: id)
            return classes.count > 1 && conformances[classes.last!]?.contains("StatePattern.ContextState") == true
                && !superclasses.contains(id) && !symbols[id]!.isGeneric
        }.map { prefix + symbols[$0]!.path }.sorted()

        return ids.filter { ["class", "struct", "enum"].contains(symbols[$0]!.kind) }.compactMap { id -> Machine? in
            let classes = lineage(of: id)
            let all = classes.reversed().flatMap { (members[$0] ?? []).sorted { $0.place < $1.place } }
            let own = [" overview: MachineModel<", " model: MachineModel<", " requests: RequestList<"].first { text in
                (members[id] ?? []).contains { $0.kind == "type.property" && $0.declaration.contains(text) }
            }.map { String($0.dropFirst().prefix { $0 != ":" }) }
            let root = parents[classes.last!]?.name ?? ""
            let isContext = root == "StatePattern.Context" || root == "StatePattern.MainActorContext"
            guard isContext || own == "model" || own == "overview" else { return nil }
            // A class without initializers inherits those of its superclass.
            let makers = classes.lazy.map { (members[$0] ?? []).filter { $0.kind == "init" } }.first { !$0.isEmpty }
            let requests = all.filter { $0.kind == "method" && $0.declaration.hasSuffix("-> Outcome") }
            let isMade = makers?.contains { $0["names"]["title"].text == "init()" && $0.isPlain } == true
            let tried = requests.map { (method: $0, calls: calls(of: $0)) }
            return Machine(symbols[id]!, prefix, own: own, states: states, isMade: isMade, requests: tried)
        }.sorted { $0.path < $1.path }
    }

    /// A class and its superclasses, as far as they are known.
    private func lineage(of id: String) -> [String] {
        Array(sequence(first: id) { symbols[parents[$0]?.id ?? ""] == nil ? nil : parents[$0]!.id })
    }

    /// The calls of a request to try, for all examples of its arguments; none if an argument has no example.
    private func calls(of method: JSON) -> [String] {
        let labels = method["names"]["title"].text.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":")
        let parameters = method["functionSignature"]["parameters"].list.map { $0["declarationFragments"] }
        let lists = zip(labels, parameters).reduce([""]) { lists, parameter in
            let start = parameter.0 == "_" ? "" : "\(parameter.0): "
            return lists.flatMap { list in
                examples(of: parameter.1).map { (list.isEmpty ? "" : list + ", ") + start + $0 }
            }
        }
        return method.isPlain && !method.isGeneric ? lists.map { "\(method.name)(\($0))" } : []
    }

    /// Examples of a parameter, as Swift code.
    private func examples(of parameter: JSON) -> [String] {
        let known = [
            "Int": ["1", "100"], "Double": ["0.5", "100.0"], "String": ["\"a\"", "\"\""], "Bool": ["true", "false"],
            "Duration": [".seconds(1)"],
        ]
        let type = String(parameter.spelling.split(separator: ": ").last ?? "")
        if let examples = known[type] { return examples }
        let id = parameter.list.last?["preciseIdentifier"].text ?? ""
        guard conformances[id]?.contains("Swift.CaseIterable") == true else { return [] }
        return (members[id] ?? []).filter { $0.kind == "enum.case" }.sorted { $0.place < $1.place }.map {
            "." + $0.name
        }
    }
}

/// A value of a symbol graph's JSON.
struct JSON {
    let value: Any?

    subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
    var list: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
    var text: String { value as? String ?? "" }
    /// The text of a declaration's fragments.
    var spelling: String { list.map { $0["spelling"].text }.joined() }

    // Of a symbol:
    var kind: String { String(self["kind"]["identifier"].text.dropFirst("swift.".count)) }
    var path: String { self["pathComponents"].list.map(\.text).joined(separator: ".") }
    var name: String { String(self["pathComponents"].list.last?.text.prefix { $0 != "(" } ?? "") }
    var declaration: String { self["declarationFragments"].spelling }
    var line: Int { self["location"]["position"]["line"].value as? Int ?? 0 }
    var place: (String, Int) { (self["location"]["uri"].text, line) }
    var isGeneric: Bool { self["swiftGenerics"].value != nil }
    /// False for a method that suspends, throws or changes its argument.
    var isPlain: Bool {
        !self["declarationFragments"].list.contains { ["async", "throws", "inout"].contains($0["spelling"].text) }
    }
}
