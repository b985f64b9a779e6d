import StatePattern

extension StateGraph {
    /// A sentence about all runs of a machine, which ``check(_:)`` answers.
    ///
    /// A run begins with the start and goes on from request to request, those included that are refused or unhandled. It ends only
    /// where no request does anything any more, and does not go on for ever with requests that do nothing.
    ///
    /// The patterns are those of Dwyer, Avrunin and Corbett, *Patterns in Property Specifications for Finite-State
    /// Verification* (1999): universality, absence, existence, response and precedence. Fairness is strong fairness, as
    /// in Lamport's *Specifying Systems* (2002): a fair request that does something again and again is made again and again.
    public struct Property: Sendable, CustomStringConvertible {
        enum Kind: Sendable {
            case never(Condition, after: Condition?, until: Condition?)
            case leads(from: Condition?, to: Condition, fair: [Request])
        }

        let kind: Kind
        /// The sentence: `Connecting leads to Connected`.
        public let description: String

        /// A condition holds in each moment of which it tells something: a state at the start and after each request.
        public static func always(_ condition: Condition) -> Property {
            Property(kind: .never(!condition, after: nil, until: nil), description: "always \(condition)")
        }

        /// There is no moment in which a condition holds, after each moment of one kind and until the next of another.
        ///
        /// A timer that is never started twice: `.never(.effect("start"), after: .effect("start"), until: .effect("stop"))`.
        ///
        /// The condition may hold in the moment that `start` holds in, and in that of `end`. Without `start`, what is meant
        /// begins with the run; without `end`, it goes on for ever.
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

        /// After each moment of one kind there is one of another kind, or it is the same moment.
        ///
        /// So it is in each run in which no fair request is ignored for ever.
        public static func leads(
            from cause: Condition, to response: Condition, fair: [Request] = []
        ) -> Property {
            Property(
                kind: .leads(from: cause, to: response, fair: fair), description: "\(cause) leads to \(response)")
        }

        /// Before each moment of the second kind there is one of the first kind; it may be the same moment.
        public static func precedes(_ first: Condition, _ second: Condition) -> Property {
            Property(kind: .never(second, after: nil, until: first), description: "\(first) precedes \(second)")
        }
    }

    /// The truth of a property.
    public enum Answer: Sendable {
        /// The property is true of all runs.
        case holds
        /// The property is not true of a run.
        case fails(Counterexample)
        /// The property is true as far as the graph was explored; these states lie outside.
        case unknown(unexplored: [String])
    }

    /// The requests of a run that breaks a property.
    public struct Counterexample: Equatable, Sendable, CustomStringConvertible {
        /// The requests from the start.
        public let path: [Request]
        /// The requests that then follow again and again. If there are none, no request does anything any more; `nil` if the
        /// property is broken by `path` alone.
        public let loop: [Request]?

        /// The requests, as they are read: `connect, suspend, then for ever resume, suspend`.
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

/// The name of a state, an effect or a request in a property that a graph does not have.
public struct UnknownNameError: Error, Equatable, CustomStringConvertible {
    let kind: String
    let name: String
    let existing: [String]

    init(_ kind: String, _ name: String, among names: [String]) {
        var seen: Set<String> = []
        (self.kind, self.name) = (kind, name)
        existing = names.filter { seen.insert($0).inserted }
    }

    /// The name, and those that there are.
    public var description: String {
        let names = existing.prefix(20).map { "“\($0.onOneLine)”" }.joined(separator: ", ")
        let more = existing.count > 20 ? " and \(existing.count - 20) more" : ""
        return "There is no \(kind) “\(name.onOneLine)”. "
            + (existing.isEmpty ? "There is none at all." : "There are \(names)\(more).")
    }
}
