import StatePattern

/// Two branches of states. `cross` exits all states of one and enters those of the other; `bubble` is handled by the
/// root of a branch.
final class Tree: Context<Tree.State>, Counting {
    fileprivate(set) var count = 0
    private let left: State
    private let right: State

    /// Makes branches of `depth` states.
    init(depth: Int) {
        left = Tree.leaf(depth: depth)
        right = Tree.leaf(depth: depth)
        super.init(initial: left)
    }

    @inline(never) @discardableResult func cross() -> Outcome { delegate(State.cross) }
    @inline(never) @discardableResult func bubble() -> Outcome { delegate(State.bubble) }

    private static func leaf(depth: Int) -> State {
        var state: State? = depth > 1 ? Root(in: nil) : nil
        for _ in stride(from: 2, to: depth, by: 1) { state = State(in: state) }
        return Leaf(in: state)
    }

    class State: ContextState {
        let superstate: State?
        init(in superstate: State?) { self.superstate = superstate }
        var initialSubstate: State? { nil }
        func didEnter(_ tree: Tree) { tree.count &+= 1 }
        func willExit(_ tree: Tree) { tree.count &+= 1 }
        func cross(_ tree: Tree) -> Reaction { .unhandled }
        func bubble(_ tree: Tree) -> Reaction { .unhandled }
    }

    final class Root: State {
        override func bubble(_ tree: Tree) -> Reaction {
            tree.count &+= 1
            return .handled
        }
    }

    final class Leaf: State {
        override func cross(_ tree: Tree) -> Reaction {
            .transition(to: self === tree.left ? tree.right : tree.left)
        }
    }
}
