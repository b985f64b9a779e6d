/// The tree as it is written by hand: a state asks its parent, and the context finds the common ancestor of two states
/// by comparing their paths.
final class TreeByHand {
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
        let (source, target) = (state.path, next.path)
        var common = 0
        while common < min(source.count, target.count) && source[common] === target[common] { common += 1 }
        for state in source[common...].reversed() { state.willExit(self) }
        state = next
        for state in target[common...] { state.didEnter(self) }
    }

    private static func leaf(depth: Int) -> State {
        var state: State = Root(in: nil)
        for _ in stride(from: 2, to: depth, by: 1) { state = State(in: state) }
        return Leaf(in: state)
    }

    class State {
        let parent: State?
        init(in parent: State?) { self.parent = parent }

        var path: [State] { (parent?.path ?? []) + [self] }
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
