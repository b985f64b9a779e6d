func treeRows() -> [Row] {
    let (shallow, deep) = (Tree(depth: 3), Tree(depth: 4))
    let (shallowByHand, deepByHand) = (TreeByHand(depth: 3), TreeByHand(depth: 4))
    let rows = [
        Row(
            name: "tree: three exits and three entries", goal: 1,
            core: { times in
                for _ in 0..<times { shallow.cross() }
                return shallow.count
            },
            byHand: { times in
                for _ in 0..<times { shallowByHand.cross() }
                return shallowByHand.count
            }),
        Row(
            name: "tree: handled three levels up", goal: 1,
            core: { times in
                for _ in 0..<times { deep.bubble() }
                return deep.count
            },
            byHand: { times in
                for _ in 0..<times { deepByHand.bubble() }
                return deepByHand.count
            }),
    ]
    return rows
        + [1, 2, 4, 8, 16, 32].map { depth in
            let tree = Tree(depth: depth)
            return Row(name: "tree: \(depth) exits and entries", operations: 1_000_000 / depth) { times in
                for _ in 0..<times { tree.cross() }
                return tree.count
            }
        }
}
