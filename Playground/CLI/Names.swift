/// Finding an element by a typed name.
extension Collection {
    /// The element with the typed name, or else the only element whose name differs only in upper and lower case.
    func named(_ typed: String, _ name: (Element) -> String) -> Element? {
        if let exact = first(where: { name($0) == typed }) { return exact }
        let alike = filter { name($0).lowercased() == typed.lowercased() }
        return alike.count == 1 ? alike.first : nil
    }
}

extension Collection<String> {
    /// A question such as ` (did you mean “play”?)`, to append to the typed name; empty if no name is similar.
    func suggestion(for typed: String) -> String {
        // A replaced character is two changes.
        let near = map { (name: $0, changes: $0.lowercased().difference(from: typed.lowercased()).count) }
            .filter { $0.name.count > 2 && $0.changes > 0 && $0.changes <= Swift.max(2, typed.count / 4) }
        return near.min { $0.changes < $1.changes }.map { " (did you mean “\($0.name)”?)" } ?? ""
    }
}
