/// The tree as it is written by hand: a state asks its parent, and the context exits states up to one that the target
/// lies in.
final class TreeByHand: Counting {
    fileprivate(set) var count = 0
    private(set) var state: State
    private let left: State
    private let right: State

    init(depth: Int) {
        left = TreeByHand.leaf(depth: depth)
        right = TreeByHand.leaf(depth: depth)
        state = left
    }

    @inline(never) func cross() { state.cross(self) }
    @inline(never) func bubble() { state.bubble(self) }

    func change(to next: State) {
        var kept: State? = state
        while let state = kept, !next.lies(in: state) {
            state.willExit(self)
            kept = state.parent
        }
        state = next
        next.enter(self, below: kept)
    }

    private static func leaf(depth: Int) -> State {
        var state: State? = depth > 1 ? Root(in: nil) : nil
        for _ in stride(from: 2, to: depth, by: 1) { state = State(in: state) }
        return Leaf(in: state)
    }

    class State {
        let parent: State?
        init(in parent: State?) { self.parent = parent }

        func lies(in other: State) -> Bool { self === other || parent?.lies(in: other) ?? false }

        func enter(_ tree: TreeByHand, below kept: State?) {
            if self === kept { return }
            parent?.enter(tree, below: kept)
            didEnter(tree)
        }

        func didEnter(_ tree: TreeByHand) { tree.count &+= 1 }
        func willExit(_ tree: TreeByHand) { tree.count &+= 1 }
        func cross(_ tree: TreeByHand) { parent?.cross(tree) }
        func bubble(_ tree: TreeByHand) { parent?.bubble(tree) }
    }

    final class Root: State {
        override func bubble(_ tree: TreeByHand) { tree.count &+= 1 }
    }

    final class Leaf: State {
        override func cross(_ tree: TreeByHand) { tree.change(to: self === tree.left ? tree.right : tree.left) }
    }
}
