extension MachineRecord {
    /// The paths of a state's superstates and its own, outermost first.
    static func paths(of state: String) -> [String] {
        let names = state.split(separator: "/", omittingEmptySubsequences: false)
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// The numbers of states that a transition between two paths exits and enters, if it exits no superstate of both.
    static func depths(from source: String, to target: String) -> (exits: Int, entries: Int) {
        let (left, right) = (source.split(separator: "/"), target.split(separator: "/"))
        var shared = zip(left, right).prefix { $0 == $1 }.count
        // A transition from a leaf to itself exits and enters it.
        if shared == left.count && shared == right.count { shared -= 1 }
        return (left.count - shared, right.count - shared)
    }
}

extension MachineRecord.Request {
    /// The names of the states that were exited, innermost first.
    var exited: [Substring] { source.split(separator: "/").suffix(exits).reversed() }
    /// The names of the states that were entered, outermost first.
    var entered: [Substring] { target?.split(separator: "/").suffix(entries) ?? [] }
}

extension String {
    /// The number of names in a path.
    var depth: Int { utf8.reduce(1) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 } }
}
