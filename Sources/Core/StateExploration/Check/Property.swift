import StatePattern

extension StateGraph {
    /// A sentence about all runs of a machine, which ``check(_:)`` answers.
    ///
    /// A run begins with the start, and continues with any requests, also refused or unhandled ones. It ends only where
    /// no request does anything; it does not continue for ever with requests that do nothing.
    ///
    /// The patterns are universality, absence, existence, response and precedence: see Dwyer, Avrunin and Corbett,
    /// *Patterns in Property Specifications for Finite-State Verification* (1999). Fairness is strong fairness, as in
    /// Lamport's *Specifying Systems* (2002): a fair request that would do something again and again is made again and
    /// again.
    public struct Property: Sendable, CustomStringConvertible {
        enum Kind: Sendable {
            case never(Condition, after: Condition?, until: Condition?)
            case leads(from: Condition?, to: Condition, fair: [Request])
        }

        let kind: Kind
        /// The sentence: `Connecting leads to Connected`.
        public let description: String

        /// A condition holds in each moment in which it can be tested: for a state, at the start and after each
        /// request.
        public static func always(_ condition: Condition) -> Property {
            Property(kind: .never(!condition, after: nil, until: nil), description: "always \(condition)")
        }

        /// After each moment of one kind, until the next moment of another kind, a condition never holds.
        ///
        /// A timer that is never started twice:
        /// `.never(.effect("start"), after: .effect("start"), until: .effect("stop"))`.
        ///
        /// The condition may hold in the same moment as `start` or `end`. Without `start`, the time begins with the
        /// run; without `end`, it lasts for ever.
        public static func never(
            _ condition: Condition, after start: Condition? = nil, until end: Condition? = nil
        ) -> Property {
            let scope = (start.map { " after \($0)" } ?? "") + (end.map { " until \($0)" } ?? "")
            return Property(
                kind: .never(condition, after: start, until: end), description: "never \(condition)\(scope)")
        }

        /// In each run in which no fair request is ignored for ever, a condition holds at some time.
        public static func eventually(_ condition: Condition, fair: [Request] = []) -> Property {
            Property(kind: .leads(from: nil, to: condition, fair: fair), description: "eventually \(condition)")
        }

        /// Each moment of one kind is, or is followed by, a moment of another kind.
        ///
        /// This applies to the runs in which no fair request is ignored for ever.
        public static func leads(
            from cause: Condition, to response: Condition, fair: [Request] = []
        ) -> Property {
            Property(
                kind: .leads(from: cause, to: response, fair: fair), description: "\(cause) leads to \(response)")
        }

        /// Each moment of the second kind is, or comes after, a moment of the first kind.
        public static func precedes(_ first: Condition, _ second: Condition) -> Property {
            Property(kind: .never(second, after: nil, until: first), description: "\(first) precedes \(second)")
        }
    }

    /// The answer whether a property is true.
    public enum Answer: Sendable {
        /// The property is true of all runs.
        case holds
        /// The property is false of a run.
        case fails(Counterexample)
        /// The property is true as far as the graph was explored; these states were not explored.
        case unknown(unexplored: [String])
    }

    /// The requests of a run that breaks a property.
    public struct Counterexample: Equatable, Sendable, CustomStringConvertible {
        /// The requests from the start.
        public let path: [Request]
        /// The requests that repeat for ever after `path`; empty if no request does anything any more. It is `nil` if
        /// `path` alone breaks the property.
        public let loop: [Request]?

        /// The requests as a text: `connect, suspend, then for ever resume, suspend`.
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
    /// `holds`; `fails: connect, suspend, then for ever resume, suspend`; `unknown beyond Open, 3 coins`.
    public var description: String {
        switch self {
        case .holds: "holds"
        case .fails(let counterexample): "fails: \(counterexample)"
        case .unknown(let states): "unknown beyond \(states.map(\.onOneLine).joined(separator: "; "))"
        }
    }
}

/// The name of a state, an effect or a request in a property, which the graph does not have.
public struct UnknownNameError: Error, Equatable, CustomStringConvertible {
    let kind: String
    let name: String
    let existing: [String]

    init(_ kind: String, _ name: String, among names: [String]) {
        var seen: Set<String> = []
        (self.kind, self.name) = (kind, name)
        existing = names.filter { seen.insert($0).inserted }
    }

    /// The name, and the names that the graph has.
    public var description: String {
        let names = existing.prefix(20).map { "“\($0.onOneLine)”" }.joined(separator: ", ")
        let more = existing.count > 20 ? " and \(existing.count - 20) more" : ""
        return "There is no \(kind) “\(name.onOneLine)”. "
            + (existing.isEmpty ? "There is none at all." : "There are \(names)\(more).")
    }
}
