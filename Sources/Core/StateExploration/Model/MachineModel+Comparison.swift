extension MachineModel {
    /// Compares this machine with another one in every situation that the two can reach together.
    ///
    /// Both get the requests of this model. Their outcomes, states and traces must be equal, from the initial state on.
    /// The search is breadth first over pairs of states, so the first difference has the shortest sequence that shows
    /// one.
    ///
    /// A situation has the texts of the two states as its key, and is reached once, by the shortest requests. So
    /// explore both machines first: ``explore(limit:within:)`` reaches states by other requests, too, and finds states
    /// with incomplete texts.
    ///
    /// - Parameters:
    ///   - other: The machine to compare with.
    ///   - limit: The greatest number of pairs of states.
    ///   - isWithin: Returns whether requests are made in a state. Two machines in a state outside are compared on
    ///     arrival, but no further.
    /// - Returns: The extent of the agreement, or the difference.
    /// - Throws: `ExplorationError.tooManyStates` when there are more pairs.
    /// - Complexity: As that of ``explore(limit:within:)``.
    public func compare(
        with other: MachineModel, limit: Int = 2_000, within isWithin: (_ state: String) -> Bool = { _ in true }
    ) throws(ExplorationError) -> Comparison {
        var first: Difference?
        let (states, cells) = try search(comparingWith: other, limit, isWithin) { difference in
            first = difference
            return false
        }
        return first.map(Comparison.difference) ?? .agreement(states: states, cells: cells)
    }

    /// Returns all cells in which this machine differs from another one, each with the shortest sequence that shows it.
    ///
    /// The search is the same as in ``compare(with:limit:within:)``, but continues after a difference. It does not
    /// follow the two machines beyond a difference, so no difference is a consequence of another.
    ///
    /// - Parameters:
    ///   - other: The machine to compare with.
    ///   - limit: The greatest number of pairs of states.
    ///   - isWithin: Returns whether requests are made in a state.
    /// - Returns: The differences, ordered by the length of their sequences; only one if the machines start
    ///   differently.
    /// - Throws: `ExplorationError.tooManyStates` when there are more pairs.
    /// - Complexity: As that of ``explore(limit:within:)``.
    public func differences(
        from other: MachineModel, limit: Int = 2_000, within isWithin: (_ state: String) -> Bool = { _ in true }
    ) throws(ExplorationError) -> [Difference] {
        var differences: [Difference] = []
        _ = try search(comparingWith: other, limit, isWithin) { difference in
            differences.append(difference)
            return true
        }
        return differences
    }

    /// Asks both machines each request in each pair of states, breadth first, while `goesOn` returns true.
    ///
    /// - Returns: The number of pairs and of cells in which the two agree.
    /// - Throws: `ExplorationError.tooManyStates` when there are more pairs than the limit allows.
    private func search(
        comparingWith other: MachineModel, _ limit: Int, _ isWithin: (_ state: String) -> Bool,
        goesOn: (_ afterDifference: Difference) -> Bool
    ) throws(ExplorationError) -> (states: Int, cells: Int) {
        let start = response(to: nil, after: [])
        if let found = Difference(self, start, other, other.response(to: nil, after: []), after: []) {
            _ = goesOn(found)
            return (0, 0)
        }
        // Before a difference, both states have the same text, which stands for the pair.
        var tree = SearchTree<Request>(root: start.state)
        if limit < 1 { throw .tooManyStates(limit: limit, state: "\(start.state)", path: []) }
        var next = 0
        var cells = 0
        while next < tree.states.count {
            defer { next += 1 }
            guard isWithin("\(tree.states[next])") else { continue }
            let path = tree.path(to: next)
            for request in requests {
                let seen = response(to: request, after: path)
                let seenOfOther = other.response(to: request, after: path)
                if let found = Difference(self, seen, other, seenOfOther, after: path + [request]) {
                    guard goesOn(found) else { return (tree.states.count, cells) }
                    continue
                }
                cells += 1
                tree.insert(seen.state, from: next, by: request)
                if tree.states.count > limit {
                    throw .tooManyStates(
                        limit: limit, state: "\(seen.state)", path: (path + [request]).map { "\($0)" })
                }
            }
        }
        return (tree.states.count, cells)
    }

    /// Compares this machine with another one on random requests. Use it for machines with too many states to explore.
    ///
    /// The requests depend only on `seed`. If they show a difference, requests are left out while the others still show
    /// one.
    ///
    /// - Parameters:
    ///   - other: The machine to compare with.
    ///   - seed: Determines the requests; have it in the message of a failure, so that you can repeat it.
    ///   - sequences: The number of sequences of requests, each for fresh machines.
    ///   - length: The number of requests in a sequence.
    ///   - request: Chooses a request; it need not be one of ``requests``.
    /// - Returns: The extent of the agreement, or the difference.
    /// - Precondition: `sequences` and `length` are not negative, and their product is not beyond `Int.max`.
    /// - Complexity: O(*sequences* × *length*) requests; the memory for one sequence.
    public func compareAtRandom(
        with other: MachineModel, seed: UInt64, sequences: Int, length: Int,
        request: (inout any RandomNumberGenerator) -> Request
    ) -> Comparison {
        let (cells, isTooMuch) = sequences.multipliedReportingOverflow(by: length)
        if min(sequences, length) < 0 || isTooMuch {
            fatalError("There cannot be \(sequences) sequences of \(length) requests.")
        }
        var generator: any RandomNumberGenerator = SeededGenerator(seed: seed)
        var states: Set<String> = []
        for _ in 0..<sequences {
            var path: [Request] = []
            for _ in 0..<length { path.append(request(&generator)) }
            if let found = firstDifference(from: other, on: path, seen: { states.insert("\($0)") }) {
                return .difference(firstDifference(from: other, on: shortened(path, with: other)) ?? found)
            }
        }
        return .agreement(states: states.count, cells: cells)
    }

    /// The requests of `path` that are necessary for a difference; `path` itself if it shows none.
    func shortened(_ path: [Request], with other: MachineModel) -> [Request] {
        path.shrunk { firstDifference(from: other, on: $0)?.requests }
    }

    private func firstDifference(
        from other: MachineModel, on path: [Request], seen: (StateLabel) -> Void = { _ in }
    ) -> Difference? {
        let (left, right) = (start(), other.start())
        for count in 0...path.count {
            let request = count == 0 ? nil : path[count - 1]
            let response = left.respond(request)
            seen(response.state)
            if let found = Difference(
                self, response, other, right.respond(request), after: Array(path.prefix(count)))
            {
                return found
            }
        }
        return nil
    }
}

extension Array {
    /// Leaves out elements, first many at a time and then single ones, until none can be spared.
    ///
    /// `sufficient` returns the necessary beginning of a smaller array, or `nil` if the array is too small.
    ///
    /// Source: Zeller and Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002, in its simplest form.
    package func shrunk(_ sufficient: ([Element]) throws -> [Element]?) rethrows -> [Element] {
        var smallest = try sufficient(self) ?? self
        var size = Swift.max(1, smallest.count / 2)
        while true {
            var (start, hasShrunk) = (0, false)
            while start < smallest.count {
                var fewer = smallest
                fewer.removeSubrange(start..<Swift.min(start + size, fewer.count))
                if let found = try sufficient(fewer) { (smallest, hasShrunk) = (found, true) } else { start += size }
            }
            if size > 1 { size /= 2 } else if !hasShrunk { return smallest }
        }
    }
}
