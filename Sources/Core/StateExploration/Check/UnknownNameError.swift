/// The error that a property or a run names a state, an effect or a request that the graph does not have.
public struct UnknownNameError: Error, Equatable, CustomStringConvertible {
    let kind: String
    let name: String
    let existing: [String]

    init(_ kind: String, _ name: String, among names: [String]) {
        var seen: Set<String> = []
        (self.kind, self.name) = (kind, name)
        existing = names.filter { seen.insert($0).inserted }
    }

    /// A message with the unknown name and the names that the graph has.
    public var description: String {
        let names = existing.prefix(20).map { "“\($0.onOneLine)”" }.joined(separator: ", ")
        let more = existing.count > 20 ? " and \(existing.count - 20) more" : ""
        // A replaced character is two changes.
        let near = existing.map { (name: $0, changes: $0.lowercased().difference(from: name.lowercased()).count) }
            .filter { $0.name.count > 2 && $0.changes <= max(2, name.count / 4) }.min { $0.changes < $1.changes }
        return "There is no \(kind) “\(name.onOneLine)”. "
            + (near.map { "Did you mean “\($0.name.onOneLine)”? " } ?? "")
            + (existing.isEmpty ? "There is none at all." : "There are \(names)\(more).")
    }
}
