import StatePattern

extension StateGraph {
    /// A moment of a run. A request is several of them: that it is made, each of its consequences, and its end.
    enum Moment {
        case start(state: String)
        case made(Request)
        case effect(String)
        case end(Request, Outcome, state: String)
    }

    /// A condition that holds in some moments of a run.
    ///
    /// A request has several moments: in the first one it is made, then come its consequences in their order, and in the last one it
    /// has its outcome and the machine its state.
    public struct Condition: Sendable, CustomStringConvertible {
        /// A name that must exist, so that a slip does not make a property true.
        struct Name: Sendable {
            enum Kind: String, Sendable { case state, effect, request }
            let kind: Kind
            let text: String
        }

        /// The kinds of moments of which a condition tells something.
        struct Scope: OptionSet, Sendable {
            let rawValue: Int
            static var start: Scope { Scope(rawValue: 1) }
            static var made: Scope { Scope(rawValue: 2) }
            static var effect: Scope { Scope(rawValue: 4) }
            static var end: Scope { Scope(rawValue: 8) }
        }

        public let description: String
        let names: [Name]
        let scope: Scope
        private let predicate: @Sendable (Moment) -> Bool

        private init(
            _ description: String, _ scope: Scope, of names: [Name] = [],
            _ predicate: @escaping @Sendable (Moment) -> Bool
        ) {
            (self.description, self.names, self.scope, self.predicate) = (description, names, scope, predicate)
        }

        /// Returns true if the moment is one of which the condition tells something, and the condition holds.
        func holds(_ moment: Moment) -> Bool { scope.contains(moment.scope) && predicate(moment) }

        /// Holds when the start or a request ends in one of some states: by its text, its path, or the path of a superstate.
        public static func isIn(_ states: String...) -> Condition {
            Condition(
                states.joined(separator: " or "), [.start, .end], of: states.map { Name(kind: .state, text: $0) }
            ) { moment in
                moment.state.map { state in states.contains { state.isState($0) } } == true
            }
        }

        /// Holds in each consequence that is one of some texts.
        public static func effect(_ texts: String...) -> Condition {
            let names = texts.map { Name(kind: .effect, text: $0) }
            return Condition(texts.joined(separator: " or "), .effect, of: names) { moment in
                if case .effect(let text) = moment { texts.contains(text) } else { false }
            }
        }

        /// Holds in each consequence with a text that satisfies a predicate.
        ///
        /// - Parameters:
        ///   - words: The words for it in sentences.
        ///   - predicate: Returns whether a consequence is meant.
        public static func effect(
            _ words: String, where predicate: @escaping @Sendable (_ effect: String) -> Bool
        ) -> Condition {
            Condition(words, .effect) { if case .effect(let text) = $0 { predicate(text) } else { false } }
        }

        /// Holds when one of some requests is made.
        public static func request(_ requests: Request...) -> Condition {
            let texts = requests.map { "\($0)" }
            let names = texts.map { Name(kind: .request, text: $0) }
            return Condition(texts.joined(separator: " or "), .made, of: names) { moment in
                if case .made(let request) = moment { requests.contains(request) } else { false }
            }
        }

        /// Holds when a request ends with an outcome.
        ///
        /// - Parameters:
        ///   - outcome: The outcome.
        ///   - request: The request; if it is left out, any request.
        public static func outcome(_ outcome: Outcome, of request: Request? = nil) -> Condition {
            let text = request.map { "\($0)" }
            return Condition(
                (text.map { "\($0) is " } ?? "") + "\(outcome)", .end,
                of: text.map { [Name(kind: .request, text: $0)] } ?? []
            ) {
                if case .end(let ended, outcome, _) = $0 { request == nil || request == ended } else { false }
            }
        }

        /// Holds when both conditions hold.
        ///
        /// - Precondition: There are moments of which both tell something: the end of a request has an outcome and a state, the
        ///   other moments have one thing each.
        public static func && (left: Condition, right: Condition) -> Condition {
            let both = left.scope.intersection(right.scope)
            guard !both.isEmpty else {
                fatalError(
                    "“\(left)” and “\(right)” never hold in one moment: a request is made, has effects, and ends.")
            }
            return Condition("\(left) and \(right)", both, of: left.names + right.names) {
                left.predicate($0) && right.predicate($0)
            }
        }

        /// Holds when one condition holds, or both.
        public static func || (left: Condition, right: Condition) -> Condition {
            Condition("\(left) or \(right)", left.scope.union(right.scope), of: left.names + right.names) {
                left.holds($0) || right.holds($0)
            }
        }

        /// Holds in the moments of which a condition tells something, and in which that condition does not hold.
        ///
        /// `!.isIn("Open")` holds when a request ends in another state, and not in a consequence of a request.
        public static prefix func ! (condition: Condition) -> Condition {
            Condition("not \(condition)", condition.scope, of: condition.names) { !condition.holds($0) }
        }
    }
}

extension StateGraph.Moment {
    /// The scope with this moment alone.
    var scope: StateGraph.Condition.Scope {
        switch self {
        case .start: .start
        case .made: .made
        case .effect: .effect
        case .end: .end
        }
    }

    /// The state of the machine, at the start and where a request has ended.
    var state: String? {
        switch self {
        case .start(let state), .end(_, _, let state): state
        case .made, .effect: nil
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
