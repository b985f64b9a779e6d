import StateExploration

extension MachineRecord {
    /// The visits and the time of a state, or of a superstate, which contains the time of its substates.
    struct Tally: Encodable, Equatable {
        let path: String
        /// The state's own name, and the number of its superstates.
        let name: String
        let depth: Int
        /// The number of times that the machine was there, the stay with which the record begins included.
        let count: Int
        /// The time in it, in seconds.
        let seconds: Double
        let isCurrent: Bool
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
        var tallies: [StateLabel: (count: Int, seconds: Double, isCurrent: Bool)] = [:]
        var order: [StateLabel] = []
        for leaf in leaves {
            var time = times[leaf] ?? .zero
            let isCurrent = leaf == state && isActive && !hasEnded
            if isCurrent { time += since.duration(to: now) }
            for row in leaf.rows {
                let superstate = row.ancestry.dropLast().last
                if tallies[row] == nil {
                    if order.count >= MachineRecord.rowLimit { break }
                    tallies[row] = (0, 0, false)
                    // Behind everything that lies in the same superstate.
                    let last = superstate.flatMap { superstate in
                        order.lastIndex { $0 == superstate || $0.lies(in: superstate) }
                    }
                    order.insert(row, at: last.map { $0 + 1 } ?? order.count)
                }
                tallies[row]?.seconds += time / .seconds(1)
                if isCurrent { tallies[row]?.isCurrent = true }
            }
        }
        if wasEntered { for row in initial.rows { tallies[row]?.count = 1 } }
        for (arrow, count) in counts {
            for row in arrow.enteredRows { tallies[row]?.count += count }
        }
        return zip(order, StateLabel.distinct(order)).compactMap { row, label in
            tallies[row].map { tally in
                Tally(
                    path: "\(label)".onOneLine, name: label.ownText.onOneLine, depth: label.names.count - 1,
                    count: tally.count, seconds: tally.seconds, isCurrent: tally.isCurrent)
            }
        }
    }
}

extension MachineRecord.Arrow {
    /// The states, and those of regions, that were entered.
    fileprivate var enteredRows: [StateLabel] {
        if isOfRegion {
            let before = Set(source.rows)
            return target.rows.filter { !before.contains($0) }
        }
        // With the first of them, all that lies in it.
        let outermost = target.ancestry.suffix(entries).first
        return target.rows.filter { row in
            outermost.map { row.withoutDetails == $0 || row.lies(in: $0) } ?? false
        }
    }
}
