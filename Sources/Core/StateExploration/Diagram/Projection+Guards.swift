/// The conditions on data that a merged diagram does not draw.
extension Projection {
    /// The data in which a request makes a change, for each step of a request that makes several changes in one node.
    ///
    /// A condition names only the parts of the data on which the change depends: `2 failures`. It is missing if the
    /// data does not determine the change.
    ///
    /// - Returns: The conditions, keyed by the steps' indices.
    static func guards(of steps: [Step]) -> [Int: String] {
        struct Place: Hashable { let source: Int, request: String?, change: StateDiagram.Change? }
        struct Result: Hashable { let target: Int, kind: Step.Kind, effects: [String] }
        func place(_ index: Int) -> Place {
            Place(source: steps[index].source, request: steps[index].request, change: steps[index].change)
        }
        let merged = steps.indices.filter { !steps[$0].data.isEmpty }
        let places = Set(merged.map(place))
        let groups = Dictionary(grouping: steps.indices.filter { places.contains(place($0)) }, by: place)
        var guards: [Int: String] = [:]
        for group in groups.values {
            let results = group.map { index in
                let step = steps[index]
                return step.kind == .nothing
                    ? Result(target: step.source, kind: .nothing, effects: [])
                    : Result(target: step.target, kind: step.kind, effects: step.effects)
            }
            if Set(results).count == 1 { continue }
            var rows = group.map { steps[$0].data }
            if Set(rows.map(\.count)).count > 1 { rows = rows.map { [$0.filter { $0 != "" }.joined(separator: ", ")] } }
            func values(_ columns: [Int]) -> [[String]] { rows.map { row in columns.map { row[$0] } } }
            func determine(_ columns: [Int]) -> Bool {
                var known: [[String]: Result] = [:]
                return zip(values(columns), results).allSatisfy { known.updateValue($1, forKey: $0) ?? $1 == $1 }
            }
            var columns = Array(rows[0].indices)
            guard determine(columns) else { continue }
            for column in columns where determine(columns.filter { $0 != column }) {
                columns.removeAll { $0 == column }
            }
            let nothing = "no data"
            var (texts, lists) = ([Result: [String]](), Set<[String]>())
            for (value, result) in zip(values(columns), results) where lists.insert(value).inserted {
                texts[result, default: []].append(value.map { $0.isEmpty ? nothing : $0 }.joined(separator: " and "))
            }
            let conditions = texts.mapValues { values in
                let isRest = lists.count == values.count + 1 && (values.count > 1 || values == [nothing])
                if isRest { return "not " + texts.values.first { $0 != values }![0] }
                return values.prefix(4).joined(separator: " or ") + (values.count > 4 ? " or …" : "")
            }
            for (index, result) in zip(group, results) { guards[index] = conditions[result] }
        }
        return guards
    }
}
