extension MachineModel {
    /// Compares this machine with another machine in every situation that the two can reach together.
    ///
    /// Both machines get the requests of this model. From the start on, their outcomes, states and traces must be
    /// equal. The search is breadth first over pairs of states, so the difference has the shortest sequence that shows
    /// one.
    ///
    /// A situation is identified by the texts of the two states, and is reached once, by the shortest sequence of
    /// requests. So explore both machines first: ``explore(limit:within:progress:)`` also reaches states by other sequences, and
    /// finds states whose texts lack data.
    ///
    /// - Parameters:
    ///   - other: The machine to compare with.
    ///   - limit: The greatest number of pairs of states.
    ///   - isWithin: Returns true for a state in which requests are made. When both machines arrive in any other state,
    ///     only that response is compared.
    /// - Returns: The difference, or the number of compared states and cells without a difference.
    /// - Throws: `ExplorationError` if there are more than `limit` pairs, or if requests are deferred without end.
    /// - Complexity: The complexity of ``explore(limit:within:progress:)``.
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

    /// Returns all cells in which two machines differ, each with the shortest sequence that shows the difference.
    ///
    /// The search is the same as in ``compare(with:limit:within:)``, but continues after a difference. It makes no
    /// requests after a difference, so no difference is a consequence of another difference.
    ///
    /// - Parameters:
    ///   - other: The machine to compare with.
    ///   - limit: The greatest number of pairs of states.
    ///   - isWithin: Returns true for a state in which requests are made.
    /// - Returns: The differences, shortest sequences first. If the machines start differently, that is the only
    ///   difference.
    /// - Throws: `ExplorationError` if there are more than `limit` pairs, or if requests are deferred without end.
    /// - Complexity: The complexity of ``explore(limit:within:progress:)``.
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

    /// Makes each request to both machines in each pair of states, breadth first. After a difference, it ends unless
    /// `goesOn` returns true.
    ///
    /// - Returns: The numbers of pairs of states and of cells in which the two machines agree.
    /// - Throws: `ExplorationError.tooMany` if there are more pairs than the limit allows.
    private func search(
        comparingWith other: MachineModel, _ limit: Int, _ isWithin: (_ state: String) -> Bool,
        goesOn: (_ afterDifference: Difference) -> Bool
    ) throws(ExplorationError) -> (states: Int, cells: Int) {
        let start = response(to: nil, after: [])
        if let found = Difference(self, start, other, other.response(to: nil, after: []), after: []) {
            _ = goesOn(found)
            return (0, 0)
        }
        // Before a difference, both states have the same text. So one text stands for the pair.
        var tree = SearchTree<Request>(root: start.state)
        if limit < 1 { throw .tooManyStates(limit: limit, state: "\(start.state)", path: []) }
        var next = 0
        var cells = 0
        while next < tree.states.count {
            defer { next += 1 }
            guard isWithin("\(tree.states[next])") else { continue }
            try tree.checkDeferred(in: next, limit: limit)
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

    /// Compares this machine with another machine on random requests, for machines with too many states to explore.
    ///
    /// Outcomes, states and traces are compared, as in ``compare(with:limit:within:)``. The requests are chosen from
    /// ``requests`` and depend only on `seed`. If they show a difference, requests are left out while the rest shows one.
    ///
    /// - Parameters:
    ///   - other: The machine to compare with.
    ///   - seed: Determines the requests. Print it when a test fails, so that you can repeat the test.
    ///   - sequences: The number of sequences of requests. Each sequence is made on fresh machines.
    ///   - length: The number of requests in a sequence.
    /// - Returns: The difference, or the number of compared states and cells without a difference.
    /// - Precondition: `sequences` and `length` are not negative, and their product is not beyond `Int.max`.
    /// - Complexity: O(*sequences* × *length*) requests, and memory for one sequence.
    public func compareAtRandom(
        with other: MachineModel, seed: UInt64, sequences: Int, length: Int
    ) -> Comparison {
        let (cells, isTooMuch) = sequences.multipliedReportingOverflow(by: length)
        if min(sequences, length) < 0 || isTooMuch {
            fatalError("There cannot be \(sequences) sequences of \(length) requests.")
        }
        var generator = SeededGenerator(seed: seed)
        var states: Set<String> = []
        for _ in 0..<sequences {
            let path = (0..<length).compactMap { _ in requests.randomElement(using: &generator) }
            if let found = firstDifference(from: other, on: path, seen: { states.insert("\($0)") }) {
                return .difference(firstDifference(from: other, on: shortened(path, with: other)) ?? found)
            }
        }
        return .agreement(states: states.count, cells: cells)
    }

    /// The requests of `path` that are necessary to show a difference; `path` itself if it shows no difference.
    func shortened(_ path: [Request], with other: MachineModel) -> [Request] {
        path.shrunk { firstDifference(from: other, on: $0)?.requests }
    }

    private func firstDifference(
        from other: MachineModel, on path: [Request], seen: (StateLabel) -> Void = { _ in }
    ) -> Difference? {
        let (left, right) = (start(), other.start())
        for count in 0...path.count {
            let request = count == 0 ? nil : path[count - 1]
            let response = left.respond(request.map(position))
            seen(response.state)
            if let found = Difference(
                self, response, other, right.respond(request.map(other.position)), after: Array(path.prefix(count)))
            {
                return found
            }
        }
        return nil
    }
}

extension Array {
    /// Leaves out elements, first many at a time and then one at a time, until each remaining element is necessary.
    ///
    /// `sufficient` gets a smaller array. It returns the beginning of the array that suffices, or `nil` if the array
    /// does not suffice.
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
