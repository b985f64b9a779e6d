func treeRows() -> [Row] {
    let (shallow, deep) = (Tree(depth: 3), Tree(depth: 4))
    let (shallowByHand, deepByHand) = (TreeByHand(depth: 3), TreeByHand(depth: 4))
    return [
        Row(
            name: "tree: three exits and three entries", goal: 1,
            core: { loop($0, shallow) { machine, _ in machine.cross() } },
            byHand: { loop($0, shallowByHand) { machine, _ in machine.cross() } }),
        Row(
            name: "tree: handled three levels up", goal: 1,
            core: { loop($0, deep) { machine, _ in machine.bubble() } },
            byHand: { loop($0, deepByHand) { machine, _ in machine.bubble() } }),
    ]
}
