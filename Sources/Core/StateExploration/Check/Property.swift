import StatePattern

extension StateGraph {
    /// A statement about all runs of a machine, which ``check(_:)`` confirms or refutes.
    ///
    /// A run begins with the start, and continues with any requests, including refused or unhandled ones. It ends only
    /// in a state in which no request does anything. It never continues for ever with requests that do nothing.
    ///
    /// The patterns are universality, absence, existence, response and precedence: see Dwyer, Avrunin and Corbett,
    /// *Patterns in Property Specifications for Finite-State Verification* (1999). Fairness is strong fairness, as in
    /// Lamport's *Specifying Systems* (2002): a fair request that could do something infinitely often does something
    /// infinitely often.
    public struct Property: Sendable, CustomStringConvertible {
        enum Kind: Sendable {
            case never(Condition, after: Condition?, until: Condition?)
            case during(Condition, Condition)
            case leads(from: Condition?, to: Condition, fair: [Request])
        }

        let kind: Kind
        /// The property as a sentence: `Connecting leads to Connected`.
        public let description: String

        /// A condition holds in each moment in which it can be tested. A state can be tested at the start and after
        /// each request.
        public static func always(_ condition: Condition) -> Property {
            Property(kind: .never(!condition, after: nil, until: nil), description: "always \(condition)")
        }

        /// A condition never holds between a moment of `start` and the next moment of `end`.
        ///
        /// A timer that is never started twice:
        /// `.never(.effect("start"), after: .effect("start"), until: .effect("stop"))`.
        ///
        /// The condition may hold in the same moment as `start` or `end`. If `start` is `nil`, the time begins with the
        /// run. If `end` is `nil`, it lasts for ever.
        public static func never(
            _ condition: Condition, after start: Condition? = nil, until end: Condition? = nil
        ) -> Property {
            let scope = (start.map { " after \($0)" } ?? "") + (end.map { " until \($0)" } ?? "")
            return Property(
                kind: .never(condition, after: start, until: end), description: "never \(condition)\(scope)")
        }

        /// A condition never holds while the machine is in a state.
        ///
        /// The time begins with the end of the request that leads in, and lasts to the beginning of the one that leads
        /// out: `.never(.effect("send"), while: .isIn("Paused"))` allows a request to leave `Paused` and send.
        ///
        /// - Precondition: `state` can be tested at the end of a request, as `.isIn` can.
        public static func never(_ condition: Condition, while state: Condition) -> Property {
            guard state.scope.contains(.end) else { fatalError("“\(state)” is no state: write “.isIn(…)”.") }
            return Property(kind: .during(condition, state), description: "never \(condition) while \(state)")
        }

        /// In each run in which no fair request is ignored for ever, a condition holds at some time.
        public static func eventually(_ condition: Condition, fair: [Request] = []) -> Property {
            Property(kind: .leads(from: nil, to: condition, fair: fair), description: "eventually \(condition)")
        }

        /// Each moment in which `cause` holds is followed by a moment in which `response` holds, or is such a moment
        /// itself.
        ///
        /// This applies to the runs in which no fair request is ignored for ever.
        public static func leads(
            from cause: Condition, to response: Condition, fair: [Request] = []
        ) -> Property {
            Property(
                kind: .leads(from: cause, to: response, fair: fair), description: "\(cause) leads to \(response)")
        }

        /// Each moment in which `second` holds comes after a moment in which `first` holds, or is such a moment itself.
        public static func precedes(_ first: Condition, _ second: Condition) -> Property {
            Property(kind: .never(second, after: nil, until: first), description: "\(first) precedes \(second)")
        }
    }

    /// The result of checking a property.
    public enum Answer: Sendable {
        /// The property is true in all runs.
        case holds
        /// The property is true in all runs, because the moment that it is about never comes.
        case untested(Condition)
        /// The property is false in a run, which the counterexample shows.
        case fails(Counterexample)
        /// The property is true in the explored part of the graph. The listed states were not explored.
        case unknown(unexplored: [String])
    }

    /// The requests of a run that breaks a property.
    public struct Counterexample: Equatable, Sendable, CustomStringConvertible {
        /// The requests from the start up to the end of the run, or up to ``loop``.
        public let path: [Request]
        /// The requests that repeat for ever after `path`; empty if no request does anything after `path`. It is `nil`
        /// if `path` alone breaks the property.
        public let loop: [Request]?

        /// The requests on one line: `connect, suspend, then for ever resume, suspend`.
        public var description: String {
            func text(_ requests: [Request]) -> String {
                requests.map { "\($0)".onOneLine }.joined(separator: ", ")
            }
            let path = path.isEmpty ? "the start" : text(path)
            guard let loop else { return path }
            return loop.isEmpty ? "\(path), then nothing more" : "\(path), then for ever \(text(loop))"
        }
    }
}

extension StateGraph.Answer: CustomStringConvertible {
    /// `holds`; `holds, but Connected never happens`; `fails: connect, suspend, then for ever resume, suspend`; `unknown beyond Open, 3 coins`.
    public var description: String {
        switch self {
        case .holds: "holds"
        case .untested(let condition): "holds, but \(condition) never happens"
        case .fails(let counterexample): "fails: \(counterexample)"
        case .unknown(let states): "unknown beyond \(states.map(\.onOneLine).joined(separator: "; "))"
        }
    }
}
