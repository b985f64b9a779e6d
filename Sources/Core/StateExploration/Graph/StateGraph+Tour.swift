extension StateGraph {
    /// Sequences of requests that together go through every cell; each starts with a fresh machine.
    ///
    /// One sequence, a *transition tour*, is enough where every state can be reached from every other. They are short
    /// and not the shortest: from where it is, a sequence continues to the nearest cell that has not been visited yet.
    /// In a state that was not explored a sequence ends. (Naito and Tsunoyama, *Fault Detection for Sequential Machines
    /// by Transition Tours*, 1981.)
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
                // Requests that stay come first; whatever else is open can be reached from there as well.
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

    /// The shortest way from a state to one that `isGoal` holds for, as indices of requests.
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
