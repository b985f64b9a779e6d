import StatePattern
import Synchronization

/// The paths of states, which take a while to make: one for all states of the same classes. It is bounded.
package final class PathCache: Sendable {
    /// The number of paths that are kept.
    package static let limit = 500

    private let paths = Mutex<[Lineage: String]>([:])

    package init() {}

    /// The number of paths.
    package var count: Int { paths.withLock { $0.count } }

    /// The path of a state.
    package func path<S: ContextState>(of state: S) -> String where S.Family == S {
        // A superstate is the code of a user: it is not asked for while the lock is held.
        guard let lineage = Lineage(of: state) else { return state.path }
        if let path = paths.withLock({ $0[lineage] }) { return path }
        let path = state.path
        paths.withLock { if $0.count < PathCache.limit { $0[lineage] = path } }
        return path
    }
}

/// The classes of a state and its superstates, which make its path.
private struct Lineage: Hashable {
    private let leaf: ObjectIdentifier
    // Not an array, which would be allocated for each transition.
    private var first, second, third: ObjectIdentifier?

    /// Fails for a state deeper than most are.
    init?<S: ContextState>(of state: S) where S.Family == S {
        leaf = ObjectIdentifier(type(of: state))
        var superstate = state._superstate
        first = Lineage.next(&superstate)
        second = Lineage.next(&superstate)
        third = Lineage.next(&superstate)
        if superstate != nil { return nil }
    }

    private static func next<S: ContextState>(_ state: inout S?) -> ObjectIdentifier? where S.Family == S {
        guard let current = state else { return nil }
        state = current._superstate
        return ObjectIdentifier(type(of: current))
    }
}
