/// The rows of one level of a chart, in which most arrows lead from a row to a later one.
///
/// Only arrows that close a cycle lead back. (Sugiyama, Tagawa and Toda, *Methods for Visual Understanding of
/// Hierarchical System Structures*, 1981; cycles are broken by a depth-first search from the beginning.)
struct Layering {
    /// The row of each element, by its index in `elements`.
    private(set) var rows: [Int]

    /// Finds the rows.
    ///
    /// - Parameters:
    ///   - count: The number of elements. The search for cycles begins with the first element.
    ///   - arrows: The arrows, as indices of elements.
    /// - Complexity: O(*elements* + *arrows*).
    init(count: Int, arrows: [(source: Int, target: Int)]) {
        var targets = Array(repeating: [Int](), count: count)
        for arrow in arrows where arrow.source != arrow.target { targets[arrow.source].append(arrow.target) }

        // The elements in the order in which the search leaves them. Reversed, it is an order in which only arrows that
        // close a cycle lead back.
        var order: [Int] = []
        var mark = Array(repeating: 0, count: count)  // 1 while the search is inside, 2 afterwards.
        var forward = Array(repeating: [Int](), count: count)
        for root in 0..<count where mark[root] == 0 {
            var stack = [(element: root, next: 0)]
            mark[root] = 1
            while let (element, next) = stack.last {
                guard next < targets[element].count else {
                    mark[element] = 2
                    order.append(element)
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let target = targets[element][next]
                if mark[target] == 1 { continue }  // It closes a cycle.
                forward[element].append(target)
                if mark[target] == 0 {
                    mark[target] = 1
                    stack.append((target, 0))
                }
            }
        }

        rows = Array(repeating: 0, count: count)
        for element in order.reversed() {
            for target in forward[element] { rows[target] = max(rows[target], rows[element] + 1) }
        }
        // An element without incoming arrows goes into the row before its first target.
        let isReached = Set(forward.joined())
        for element in 0..<count where !isReached.contains(element) {
            if let next = forward[element].map({ rows[$0] }).min() { rows[element] = next - 1 }
        }
    }
}
