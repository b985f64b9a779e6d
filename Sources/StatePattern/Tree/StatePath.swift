/// The path from the root of a tree to the current leaf, and the superstates that a transition has still to enter.
///
/// It is a plain value that calls no state and releases none but when it is told to. A *depth* is an index into the path;
/// the leaf lies behind the superstates. In a flat family the leaf is all there is.
@usableFromInline struct StatePath<S: AnyObject>: ~Copyable {
    @usableFromInline var leaf: S
    /// The superstates of the leaf; at the other end, those that are still to be entered.
    @usableFromInline var superstates = Stack<S>()

    @inlinable init(_ leaf: S) { self.leaf = leaf }

    /// The depth of a state, if it is one of those at or above `limit`.
    // Sound, as below: addresses are compared and not used for anything else.
    @inlinable @inline(__always) func depth(of state: borrowing S, upTo limit: Int) -> Int? {
        let state = Unmanaged.passUnretained(copy state).toOpaque()
        var depth = limit
        if depth == superstates.count {
            if Unmanaged.passUnretained(leaf).toOpaque() == state { return depth }
            depth -= 1
        }
        while depth >= 0 {
            if superstates[depth].toOpaque() == state { return depth }
            depth -= 1
        }
        return nil
    }

    /// Drops those of the superstates to enter that are on the path already, from the root down to `limit`.
    ///
    /// - Returns: The number of these.
    @inlinable @inline(__always) mutating func dropShared(upTo limit: Int) -> Int {
        var depth = 0
        while depth <= limit && superstates.waitingCount > 0 {
            let active = depth == superstates.count ? Unmanaged.passUnretained(leaf) : superstates[depth]
            guard superstates[superstates.topWaiting].toOpaque() == active.toOpaque() else { break }
            _ = superstates.popWaiting()
            depth += 1
        }
        return depth
    }
}
