import StatePattern

/// The classes of a state and its superstates, which make its path.
struct Lineage: Hashable {
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

extension String {
    /// The number of names in a path.
    var depth: Int { utf8.reduce(1) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 } }
}
