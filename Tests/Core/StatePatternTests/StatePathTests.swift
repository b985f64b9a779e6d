import Testing

@testable import StatePattern

/// The search of a common ancestor, on a path alone: no context, no hooks.
@Suite struct `The path to a state` {
    private typealias Node = TreeState

    private let root = Node("root"), branch = Node("branch"), leaf = Node("leaf"), other = Node("other")

    /// The path from the root over the branch to the leaf.
    private var path: Tree<Node> {
        var path = Tree<Node>()
        path.superstates = [root, branch]
        return path
    }

    @Test func `each of its states has a depth, counted from the root`() {
        #expect([root, branch, leaf].map { path.depth(of: $0, below: leaf, upTo: 2) } == [0, 1, 2])
    }

    @Test func `a state that is not on it has no depth`() {
        #expect(path.depth(of: other, below: leaf, upTo: 2) == nil)
    }

    @Test func `a state below the limit is not found`() {
        #expect(path.depth(of: leaf, below: leaf, upTo: 1) == nil)
        #expect(path.depth(of: branch, below: leaf, upTo: 0) == nil)
        #expect(path.depth(of: root, below: leaf, upTo: -1) == nil)
    }
}

extension TreeState {
    fileprivate convenience init(_ name: String) { self.init(name, in: nil, Script()) }
}
