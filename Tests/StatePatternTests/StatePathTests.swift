import Testing

@testable import StatePattern

/// The search of a common ancestor, on a path alone: no context, no hooks.
@Suite struct `The path to a state` {
    private final class Node {}

    private let root = Node(), branch = Node(), leaf = Node(), other = Node()

    /// The path from the root over the branch to the leaf, with superstates that wait to be entered, innermost first.
    private func withPath<Result>(waiting: [Node] = [], _ body: (inout StatePath<Node>) -> Result) -> Result {
        var path = StatePath(leaf)
        path.superstates.push(root)
        path.superstates.push(branch)
        for node in waiting { path.superstates.pushWaiting(node) }
        return body(&path)
    }

    @Test func `each of its states has a depth, counted from the root`() {
        #expect(withPath { path in [root, branch, leaf].map { path.depth(of: $0, upTo: 2) } } == [0, 1, 2])
    }

    @Test func `a state that is not on it has no depth`() {
        #expect(withPath { $0.depth(of: other, upTo: 2) } == nil)
    }

    @Test func `a state below the limit is not found`() {
        #expect(withPath { $0.depth(of: leaf, upTo: 1) } == nil)
        #expect(withPath { $0.depth(of: branch, upTo: 0) } == nil)
        #expect(withPath { $0.depth(of: root, upTo: -1) } == nil)
    }

    @Test func `superstates to enter that are on it already are dropped, down to the first that is not`() {
        let counts = withPath(waiting: [other, branch, root]) { path in
            [path.dropShared(upTo: 2), path.superstates.waitingCount]
        }
        #expect(counts == [2, 1], "The root and the branch are shared; the other state is still to be entered.")
    }

    @Test func `nothing below the limit is shared`() {
        #expect(withPath(waiting: [leaf, branch, root]) { $0.dropShared(upTo: 0) } == 1)
        #expect(withPath(waiting: [leaf, branch, root]) { $0.dropShared(upTo: -1) } == 0)
        #expect(withPath(waiting: [leaf, branch, root]) { $0.dropShared(upTo: 2) } == 3)
    }

    @Test func `a path with another root shares nothing`() {
        #expect(withPath(waiting: [branch, other]) { $0.dropShared(upTo: 2) } == 0)
    }

    @Test func `superstates are entered in the reverse of the order in which they were collected`() {
        let entered = withPath(waiting: [other, leaf]) { path in
            var entered: [ObjectIdentifier] = []
            while let node = path.superstates.popWaiting() {
                entered.append(ObjectIdentifier(node))
                path.superstates.push(node)
            }
            return entered
        }
        #expect(entered == [ObjectIdentifier(leaf), ObjectIdentifier(other)])
    }
}
