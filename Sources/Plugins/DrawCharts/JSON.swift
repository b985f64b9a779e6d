/// A value of the JSON that describes a symbol graph.
struct JSON {
    let value: Any?

    subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
    var list: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
    var text: String { value as? String ?? "" }

    // Of the fragments of a declaration:
    var spelling: String { list.map { $0["spelling"].text }.joined() }
    var typeID: String { list.last?["preciseIdentifier"].text ?? "" }

    // Of a symbol:
    var kind: String { String(self["kind"]["identifier"].text.dropFirst("swift.".count)) }
    var path: String { self["pathComponents"].list.map(\.text).joined(separator: ".") }
    var name: String { String(self["pathComponents"].list.last?.text.prefix { $0 != "(" } ?? "") }
    var declaration: String { self["declarationFragments"].spelling }
    var parameters: [JSON] { self["functionSignature"]["parameters"].list.map { $0["declarationFragments"] } }
    var result: String { self["functionSignature"]["returns"].spelling }
    var file: String { self["location"]["uri"].text }
    var line: Int { self["location"]["position"]["line"].value as? Int ?? 0 }
    var isGeneric: Bool { self["swiftGenerics"].value != nil }
    /// The lines of the documentation comment, from zero.
    var comment: Range<Int>? {
        let lines = self["docComment"]["lines"].list.compactMap { $0["range"]["start"]["line"].value as? Int }
        return lines.last.map { lines[0]..<$0 + 1 }
    }
}
