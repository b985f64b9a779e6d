import StateExploration

extension MachineRecord {
    /// The numbers of states that a transition exits and enters, assuming that the leaves' common superstates stay
    /// active.
    static func depths(from source: StateLabel, to target: StateLabel) -> (exits: Int, entries: Int) {
        let (left, right) = (source.names, target.names)
        var shared = zip(left, right).prefix { $0 == $1 }.count
        // A transition from a leaf to itself exits and enters it.
        if shared == left.count && shared == right.count { shared -= 1 }
        return (left.count - shared, right.count - shared)
    }
}
