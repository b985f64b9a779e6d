import StatePattern

extension StateGraph {
    /// A moment of a run: a consequence of a request, or the end of that request.
    public struct Moment: Sendable {
        /// The request; `nil` for the start.
        public let request: Request?
        /// The outcome of the request; `nil` for the start.
        public let outcome: Outcome?
        /// The consequence, from the trace; `nil` at the end of the request.
        public let effect: String?
        /// The state that the request ends in.
        public let state: String
    }

    /// A condition that holds in some moments of a run.
    ///
    /// The consequences of a request, in their order, are moments of their own. A state, a request and an outcome belong to
    /// the moment in which the request ends.
    public struct Condition: Sendable, CustomStringConvertible {
        /// A name that must exist, so that a slip does not make a property true.
        struct Name: Sendable {
            enum Kind: String, Sendable { case state, effect, request }
            let kind: Kind
            let text: String
        }

        public let description: String
        let names: [Name]
        let holds: @Sendable (Moment) -> Bool

        init(_ description: String, of names: [Name], _ holds: @escaping @Sendable (Moment) -> Bool) {
            (self.description, self.names, self.holds) = (description, names, holds)
        }

        /// Holds in the moments that satisfy a predicate.
        ///
        /// - Parameters:
        ///   - text: The words for it in sentences.
        ///   - predicate: Returns whether a moment is meant.
        public static func when(_ text: String, _ predicate: @escaping @Sendable (Moment) -> Bool) -> Condition {
            Condition(text, of: [], predicate)
        }

        /// Holds when a request, or the start, ends in one of some states: by its text, its path, or the path of a superstate.
        public static func isIn(_ states: String...) -> Condition {
            let names = states.map { Name(kind: .state, text: $0) }
            return Condition(states.joined(separator: " or "), of: names) { moment in
                moment.effect == nil && states.contains { moment.state.isState($0) }
            }
        }

        /// Holds in a consequence with this text.
        public static func effect(_ text: String) -> Condition {
            Condition(text, of: [Name(kind: .effect, text: text)]) { $0.effect == text }
        }

        /// Holds when a request ends, whatever its outcome.
        public static func request(_ request: Request) -> Condition {
            let text = "\(request)"
            return Condition(text, of: [Name(kind: .request, text: text)]) {
                $0.effect == nil && $0.request == request
            }
        }

        /// Holds when a request ends with an outcome.
        public static func outcome(_ outcome: Outcome) -> Condition {
            Condition("\(outcome)", of: []) { $0.effect == nil && $0.outcome == outcome }
        }

        /// Holds when both conditions hold.
        public static func && (left: Condition, right: Condition) -> Condition {
            Condition("\(left) and \(right)", of: left.names + right.names) { left.holds($0) && right.holds($0) }
        }

        /// Holds when one condition holds, or both.
        public static func || (left: Condition, right: Condition) -> Condition {
            Condition("\(left) or \(right)", of: left.names + right.names) { left.holds($0) || right.holds($0) }
        }

        /// Holds when a condition does not.
        public static prefix func ! (condition: Condition) -> Condition {
            Condition("not \(condition)", of: condition.names) { !condition.holds($0) }
        }
    }
}

extension String {
    /// Returns true if this text of a state begins with a name, up to its end, a substate, data, or regions.
    func isState(_ name: String) -> Bool {
        guard hasPrefix(name) else { return false }
        let rest = dropFirst(name.count)
        return rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix(", ")
    }
}
