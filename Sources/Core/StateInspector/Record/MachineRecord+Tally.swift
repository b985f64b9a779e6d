extension MachineRecord {
    /// The visits and the time of a state, or of a superstate, which contains the time of its substates.
    struct Tally: Encodable, Equatable {
        var path: String
        /// The number of times that the machine was there, the stay with which the record begins included.
        var count = 0
        /// The time in it, in seconds.
        var seconds = 0.0
        var isCurrent = false
    }

    /// The number of leaves that are tallied, and of superstates and leaves together.
    private static let tallyLimit = 60
    private static let rowLimit = 200

    /// The number of states that were seen and are not tallied.
    var untalliedCount: Int { max(0, leaves.count - MachineRecord.tallyLimit) }

    /// The first states that were seen, and the current one, each superstate before its substates.
    func tally(at now: ContinuousClock.Instant) -> [Tally] {
        var leaves = Array(leaves.prefix(MachineRecord.tallyLimit))
        if !leaves.contains(state) { leaves.append(state) }
        var tallies: [String: Tally] = [:]
        var order: [String] = []
        for leaf in leaves {
            var time = times[leaf] ?? .zero
            let isCurrent = leaf == state && isActive && !hasEnded
            if isCurrent { time += since.duration(to: now) }
            for path in MachineRecord.paths(of: leaf) {
                if tallies[path] == nil {
                    if order.count >= MachineRecord.rowLimit { break }
                    tallies[path] = Tally(path: path)
                    // Behind everything that lies in the same superstate.
                    let superstate = path.split(separator: "/").dropLast().joined(separator: "/")
                    let last = order.lastIndex { $0 == superstate || $0.hasPrefix(superstate + "/") }
                    order.insert(path, at: superstate.isEmpty ? order.count : (last ?? order.count - 1) + 1)
                }
                tallies[path]?.seconds += time / .seconds(1)
                if isCurrent { tallies[path]?.isCurrent = true }
            }
        }
        if wasEntered { for path in MachineRecord.paths(of: initial) { tallies[path]?.count = 1 } }
        for (arrow, count) in counts {
            for path in MachineRecord.paths(of: arrow.target).suffix(arrow.entries) { tallies[path]?.count += count }
        }
        return order.compactMap { tallies[$0] }
    }
}
