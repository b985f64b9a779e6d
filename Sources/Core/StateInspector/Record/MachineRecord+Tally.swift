import StateExploration

extension MachineRecord {
    /// The number of visits to a leaf or superstate, and the time in it. A superstate's time contains its substates'
    /// times.
    struct Tally: Encodable, Equatable {
        let path: String
        /// The name of the state; `depth` is the number of its superstates.
        let name: String
        let depth: Int
        /// The number of visits, including the visit in which the record begins.
        let count: Int
        /// The time in the state, in seconds.
        let seconds: Double
        let isCurrent: Bool
    }

    /// The greatest number of leaves in a tally; and of rows, which stand for leaves and superstates.
    private static let tallyLimit = 60
    private static let rowLimit = 200

    /// The number of known states that are not in the tally.
    var untalliedCount: Int { max(0, leaves.count - MachineRecord.tallyLimit) }

    /// The tallies of the first known states and of the current state. A superstate comes before its substates.
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
                    // The row goes after all rows in the same superstate.
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
    /// The states that the transition has entered, including states in regions.
    fileprivate var enteredRows: [StateLabel] {
        if isOfRegion {
            let before = Set(source.rows)
            return target.rows.filter { !before.contains($0) }
        }
        // These are the outermost entered state, and all current states and regions in it.
        let outermost = target.ancestry.suffix(entries).first
        return target.rows.filter { row in
            outermost.map { row.withoutDetails == $0 || row.lies(in: $0) } ?? false
        }
    }
}
