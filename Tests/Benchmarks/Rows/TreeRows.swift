func treeRows() -> [Row] {
    let rows = [
        Row(
            name: "tree: three exits and three entries", goal: 1, core: repeating(Tree(depth: 3)) { $0.cross() },
            byHand: repeating(TreeByHand(depth: 3)) { $0.cross() }),
        Row(
            name: "tree: handled three levels up", goal: 1, core: repeating(Tree(depth: 4)) { $0.bubble() },
            byHand: repeating(TreeByHand(depth: 4)) { $0.bubble() }),
    ]
    return rows
        + [1, 2, 4, 8, 16, 32].map { depth in
            Row(
                name: "tree: \(depth) exits and entries", operations: 1_000_000 / depth,
                core: repeating(Tree(depth: depth)) { $0.cross() })
        }
}
