/// The reason for which an exploration or a comparison has no result.
public enum ExplorationError: Error, Hashable {
    /// There are more states, or more requests wait in one, than the limit allows; with a sentence that says what to do.
    case tooMany(String)
    /// The same sequence of requests had different consequences.
    case notDeterministic(state: String, request: String, Evidence, Evidence)
    /// Different sequences led to the same state, but the same request then had different consequences.
    case ambiguousState(state: String, request: String, Evidence, Evidence)
    /// A restored machine answered differently from the machine that was saved.
    case lostBySaving(state: String, request: String, Evidence, restored: Evidence)
    /// The contexts that the model makes are not freed, although nothing uses them.
    case notFreed(model: String)

    /// A response that shows the error, and the requests before it as text.
    public struct Evidence: Hashable, Sendable, CustomStringConvertible {
        /// The requests that were made before the last request.
        package let path: [String]
        /// The response to the last request.
        package let response: MachineResponse

        init<Request>(path: [Request], response: MachineResponse) {
            self.path = path.map { "\($0)" }
            self.response = response
        }

        fileprivate static let adviceOnTraces = """
            Only the traces differ: leave out of them what changes each time, such as a number.
            """

        fileprivate func differsInTraceOnly(from other: Evidence) -> Bool {
            response.outcome == other.response.outcome && response.state == other.response.state
        }

        /// The response and the requests on one line: `handled, Open after open, knock`.
        public var description: String {
            "\(response) after \(path.isEmpty ? "the start" : path.map(\.onOneLine).joined(separator: ", "))"
        }
    }
}

extension [String] {
    /// The last requests of a path.
    fileprivate var end: String { suffix(10).map(\.onOneLine).joined(separator: ", ") }
}

extension ExplorationError {
    /// The state is the first one beyond the limit, to which the path leads.
    package static func tooManyStates(limit: Int, state: String, path: [String]) -> ExplorationError {
        if path.isEmpty {
            return .tooMany("There are more than \(limit) states: the initial one, “\(state.onOneLine)”, is too many.")
        }
        return .tooMany(
            """
            There are more than \(limit) states. The last one, “\(state.onOneLine)”, was reached by \(path.count) \
            requests that end with \(path.end). Bound them with “within”, raise the limit, or let the data tell less.
            """)
    }

    static func tooManyDeferred(limit: Int, state: String, path: [String]) -> ExplorationError {
        .tooMany(
            """
            More than \(limit) requests are deferred in “\(state.onOneLine)”, which was reached by \(path.count) \
            requests that end with \(path.end). Does the machine defer without end? Let it refuse when enough wait, \
            or bound the states with “within”, such as “{ !$0.contains("deferred") }”. A greater limit of \
            states allows more.
            """)
    }

    static func tooManyLearned(limit: Int, path: [String]) -> ExplorationError {
        .tooMany(
            """
            More than \(limit) states were learned. The last one is reached by \(path.count) requests that end with \
            \(path.end). Learn fewer requests, or raise the limit.
            """)
    }
}

extension ExplorationError: CustomStringConvertible {
    /// A sentence with the reason, and with the states and requests that show it.
    public var description: String {
        switch self {
        case .tooMany(let sentence): return sentence
        case .notDeterministic(let state, let request, let first, let second):
            let advice =
                first.differsInTraceOnly(from: second)
                ? Evidence.adviceOnTraces
                : """
                Does the model’s “make” make a new machine each time, and does nothing depend on time or chance, such as \
                the order of a Set?
                """
            return """
                The system is not deterministic: “\(request.onOneLine)” in “\(state.onOneLine)” led once to \(first), \
                and once to \(second). \(advice)
                """
        case .ambiguousState(let state, let request, let first, let second):
            let advice =
                first.differsInTraceOnly(from: second)
                ? Evidence.adviceOnTraces : "Let the model’s data or state tell the rest, or each state its own “name”."
            let isOptional = state.hasPrefix("Optional<")
            let hint = isOptional ? " It is the type of an optional: unwrap it, as in “type(of: $0.state!)”." : ""
            return """
                “\(state.onOneLine)” does not say all that the behavior depends on: “\(request.onOneLine)” led to \
                \(first), but to \(second). \(advice)\(hint)
                """
        case .lostBySaving(let state, let request, let first, let restored):
            return """
                What is saved forgets something: “\(request.onOneLine)” in “\(state.onOneLine)” led to \(first), but to \
                \(restored.response) in a machine that was restored there.
                """
        case .notFreed(let model):
            return """
                Machines of the model “\(model.onOneLine)” are not freed: does an observer capture its context? \
                “observe(for:)” passes the context to its closure.
                """
        }
    }
}
