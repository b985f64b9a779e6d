extension MachineModel {
    /// The result of comparing two machines.
    public enum Comparison: Sendable {
        /// No difference was found in this number of states and of cells. A cell is a request that was made in a state.
        case agreement(states: Int, cells: Int)
        /// The two machines differ.
        case difference(Difference)

        /// The difference; `nil` if no difference was found.
        public var difference: Difference? {
            if case .difference(let difference) = self { difference } else { nil }
        }
    }

    /// The requests after which two machines differ, and the responses of both to the last request.
    public struct Difference: Sendable, CustomStringConvertible {
        /// The requests that show the difference; empty if the machines start differently.
        package let requests: [Request]
        /// The name of the first machine, and its response.
        package let left: (name: String, response: Response)
        /// The name of the second machine, and its response.
        package let right: (name: String, response: Response)

        /// Creates the difference of two responses; `nil` if they are equal.
        init?(
            _ left: MachineModel, _ leftResponse: Response, _ right: MachineModel, _ rightResponse: Response,
            after requests: [Request]
        ) {
            if leftResponse.agrees(with: rightResponse) { return nil }
            self.requests = requests
            self.left = (left.name, leftResponse)
            self.right = (right.name, rightResponse)
        }

        /// The requests on one line, and the response of each machine on a separate line.
        public var description: String {
            let path = requests.isEmpty ? "the start" : requests.map { "\($0)".onOneLine }.joined(separator: ", ")
            let names = [left.name, right.name].map(\.onOneLine).distinct
            let width = names.map(\.count).max() ?? 0
            let lines = zip(names, [left.response, right.response]).map { name, response in
                // The start has no outcome.
                let response = requests.isEmpty ? response.situation : response.description
                return "  \(name):\(String(repeating: " ", count: width - name.count + 1))\(response)"
            }
            return (["\(names.joined(separator: " and ")) differ after \(path)"] + lines).joined(separator: "\n")
        }
    }
}

extension MachineModel.Comparison: CustomStringConvertible {
    /// The number of compared states and cells, or the difference with the requests that show it.
    public var description: String {
        switch self {
        case .agreement(let states, let cells): "no difference in \(states) states and \(cells) cells"
        case .difference(let difference): difference.description
        }
    }
}

extension [String] {
    /// The names of two machines. If they are equal, “first” and “second” are put before them.
    var distinct: [String] { count == 2 && self[0] == self[1] ? ["first \(self[0])", "second \(self[1])"] : self }
}
