extension StateGraph {
    /// Sequences of requests that together visit every cell. Make each sequence on a new machine.
    ///
    /// One sequence, a *transition tour*, is enough if every state can be reached from every other state. The sequences
    /// are short but not the shortest: each continues to the nearest cell that has not been visited. A sequence ends
    /// when it reaches a state that was not explored. (Naito and Tsunoyama, *Fault Detection for Sequential Machines by
    /// Transition Tours*, 1981.)
    ///
    /// - Complexity: O(*states*² × *requests*).
    public func transitionTour() -> [[Request]] {
        var open = cells.map { Set($0.indices) }
        var sequences: [[Request]] = []
        while let first = open.firstIndex(where: { !$0.isEmpty }) {
            var sequence = path(to: first)
            var state = first
            while let way = shortestWay(from: state, where: { !open[$0].isEmpty }) {
                sequence += way.requests.map { requests[$0] }
                // Requests that stay come first: after them, all other open cells can still be reached.
                let choices = open[way.end].sorted()
                let request = choices.first { cells[way.end][$0].target == way.end } ?? choices[0]
                open[way.end].remove(request)
                sequence.append(requests[request])
                state = cells[way.end][request].target
            }
            sequences.append(sequence)
        }
        return sequences
    }

    /// The shortest way from a state to a state for which `isGoal` returns true; `nil` if there is no way. Requests are
    /// indices.
    private func shortestWay(from start: Int, where isGoal: (Int) -> Bool) -> (end: Int, requests: [Int])? {
        var origins = [Int: (state: Int, request: Int)]()
        var queue = [start]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            if isGoal(state) {
                var way: [Int] = []
                var end = state
                while end != start, let origin = origins[end] {
                    way.append(origin.request)
                    end = origin.state
                }
                return (state, way.reversed())
            }
            for (request, cell) in cells[state].enumerated() where cell.target != start && origins[cell.target] == nil {
                origins[cell.target] = (state, request)
                queue.append(cell.target)
            }
            next += 1
        }
        return nil
    }
}
