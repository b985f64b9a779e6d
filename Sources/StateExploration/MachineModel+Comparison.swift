extension MachineModel {
    /// Compares this system with another one in every situation that the two can get into together.
    ///
    /// Both are asked the same. What they answer, the states they name and what they trace has to be equal, from the
    /// initial state on. The search is breadth first over pairs of states, so the first difference is one that the
    /// fewest requests show.
    ///
    /// - Parameters:
    ///   - other: The system to compare with.
    ///   - limit: How many pairs of states there may be.
    /// - Returns: How much was compared, or the difference.
    /// - Throws: `ExplorationError.tooManyStates` when there are more pairs.
    /// - Complexity: As that of ``explore(limit:)``.
    public func compare(
        with other: MachineModel, limit: Int = 10_000
    ) throws(ExplorationError) -> Comparison {
        let start = observe(nil, after: [])
        if let found = Difference(self, start, other, other.observe(nil, after: []), after: []) {
            return .difference(found)
        }
        // Without a difference so far, the two are in states of the same name: one name stands for the pair.
        var tree = SearchTree<Request>(root: start.state)
        var next = 0
        while next < tree.states.count {
            let path = tree.path(to: next)
            for request in requests {
                let (seen, seenOfOther) = (observe(request, after: path), other.observe(request, after: path))
                if let found = Difference(self, seen, other, seenOfOther, after: path + [request]) {
                    return .difference(found)
                }
                _ = tree.insert(seen.state, from: next, by: request)
                if tree.states.count > limit {
                    throw .tooManyStates(limit: limit, state: seen.state, path: (path + [request]).map { "\($0)" })
                }
            }
            next += 1
        }
        return .agreement(states: tree.states.count, cells: tree.states.count * requests.count)
    }

    /// Compares this system with another one on random requests: for systems with too many states to try them all.
    ///
    /// The requests depend on `seed` alone. When they show a difference, requests are left out as long as the rest still
    /// shows one.
    ///
    /// - Parameters:
    ///   - other: The system to compare with.
    ///   - seed: Determines the requests; say it in a message, so that a failure can be repeated.
    ///   - sequences: How many sequences of requests to try, each on fresh systems.
    ///   - length: How long a sequence is.
    ///   - request: Chooses a request; it need not be one of ``requests``.
    /// - Returns: How much was compared, or the difference.
    public func compareAtRandom(
        with other: MachineModel, seed: UInt64, sequences: Int, length: Int,
        request: (inout SeededGenerator) -> Request
    ) -> Comparison {
        var generator = SeededGenerator(seed: seed)
        var states: Set<String> = []
        for _ in 0..<sequences {
            let path = (0..<length).map { _ in request(&generator) }
            if let found = firstDifference(from: other, on: path, seen: { states.insert($0) }) {
                return .difference(shrink(found, other))
            }
        }
        return .agreement(states: states.count, cells: sequences * length)
    }

    private func firstDifference(
        from other: MachineModel, on path: [Request], seen: (String) -> Void = { _ in }
    ) -> Difference? {
        let (left, right) = (start(), other.start())
        for count in 0...path.count {
            let request = count == 0 ? nil : path[count - 1]
            let response = left.observe(request)
            seen(response.state)
            if let found = Difference(
                self, response, other, right.observe(request), after: Array(path.prefix(count)))
            {
                return found
            }
        }
        return nil
    }

    /// Leaves out requests, first many at a time and then single ones, until none can be spared.
    ///
    /// Source: Zeller and Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002, in its simplest form.
    private func shrink(_ found: Difference, _ other: MachineModel) -> Difference {
        var smallest = found
        var size = max(1, smallest.requests.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < smallest.requests.count {
                var fewer = smallest.requests
                fewer.removeSubrange(start..<min(start + size, fewer.count))
                if let smaller = firstDifference(from: other, on: fewer) {
                    smallest = smaller
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size > 1 { size /= 2 } else if !hasShrunk { return smallest }
        }
    }
}

extension MachineModel {
    /// The result of comparing two systems.
    public enum Comparison: Sendable {
        /// No difference was found in so many states, and so many requests in them.
        case agreement(states: Int, cells: Int)
        case difference(Difference)

        /// The difference, if there is one.
        public var difference: Difference? {
            if case .difference(let difference) = self { difference } else { nil }
        }
    }

    /// Requests after which two systems differ, and what is then seen of each.
    public struct Difference: Sendable, CustomStringConvertible {
        public let requests: [Request]
        public let left: (name: String, response: Response)
        public let right: (name: String, response: Response)

        /// Compares two responses; there is no difference if they are equal.
        init?(
            _ left: MachineModel, _ leftResponse: Response, _ right: MachineModel, _ rightResponse: Response,
            after requests: [Request]
        ) {
            if leftResponse == rightResponse { return nil }
            self.requests = requests
            self.left = (left.name, leftResponse)
            self.right = (right.name, rightResponse)
        }

        public var description: String {
            let path = requests.isEmpty ? "the start" : requests.map { "\($0)" }.joined(separator: ", ")
            let width = max(left.name.count, right.name.count)
            let lines = [left, right].map { side in
                "  \(side.name):\(String(repeating: " ", count: width - side.name.count + 1))\(side.response)"
            }
            return (["\(left.name) and \(right.name) differ after \(path)"] + lines).joined(separator: "\n")
        }
    }
}
