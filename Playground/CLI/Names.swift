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
        let near = map { (name: $0, distance: $0.lowercased().editDistance(to: typed.lowercased())) }
            .filter { $0.name.count > 2 && $0.distance > 0 && $0.distance <= Swift.max(1, typed.count / 4) }
        return near.min { $0.distance < $1.distance }.map { " (did you mean “\($0.name)”?)" } ?? ""
    }
}

extension String {
    /// The smallest number of edits between two words: add, remove or replace a character, or swap two neighbors.
    ///
    /// It is the optimal string alignment distance (Boytsov, *Indexing methods for approximate dictionary searching*,
    /// 2011).
    func editDistance(to other: String) -> Int {
        let (left, right) = (Array(self), Array(other))
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var distance = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    distance = Swift.min(distance, rows[i - 1][j - 1] + 1)
                }
                row.append(distance)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
