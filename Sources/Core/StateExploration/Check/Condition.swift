import StatePattern

extension StateGraph {
    /// A condition on the moments of a run.
    ///
    /// A request has several moments: first, it is made; then come its consequences, such as effects, in their order;
    /// at last, it ends with an outcome and a state.
    public struct Condition: Sendable, CustomStringConvertible {
        indirect enum Test: Sendable {
            case isIn([String])
            case effect([String])
            case anyEffect(where: @Sendable (String) -> Bool)
            case request([Request])
            case outcome(Outcome, of: Request?)
            case both(Condition, Condition)
            case either(Condition, Condition)
            case not(Condition)
        }

        public let description: String
        let test: Test
        /// The kinds of moments in which the condition can be tested.
        let scope: Moment.Kinds

        private init(_ description: String, _ test: Test, _ scope: Moment.Kinds) {
            (self.description, self.test, self.scope) = (description, test, scope)
        }

        /// Holds when the start or a request ends in one of some states.
        ///
        /// You name them by text, path, or a superstate's path. If only one path ends with a name, the name is enough.
        /// A name with data or deferred requests first means the state with exactly this text. Write a region as in the
        /// text of its state: `Lamp: On`.
        public static func isIn(_ state: String, _ others: String...) -> Condition {
            Condition(([state] + others).joined(separator: " or "), .isIn([state] + others), [.start, .end])
        }

        /// Holds in each consequence of a request whose text equals one of some texts.
        public static func effect(_ text: String, _ others: String...) -> Condition {
            Condition(([text] + others).joined(separator: " or "), .effect([text] + others), .effect)
        }

        /// Holds in each consequence whose text satisfies a predicate. `words` describe the predicate in a property's
        /// sentence.
        public static func effect(
            _ words: String, where predicate: @escaping @Sendable (_ effect: String) -> Bool
        ) -> Condition {
            Condition(words, .anyEffect(where: predicate), .effect)
        }

        /// Holds when one of some requests is made.
        ///
        /// A name without arguments, such as `seek` or `seek(to:)`, means the
        /// requests with all arguments.
        public static func request(_ request: Request, _ others: Request...) -> Condition {
            Condition(
                ([request] + others).map { "\($0)" }.joined(separator: " or "), .request([request] + others), .made)
        }

        /// Holds when a request ends with an outcome; if `request` is `nil`, when any request does.
        public static func outcome(_ outcome: Outcome, of request: Request? = nil) -> Condition {
            Condition((request.map { "\($0) is " } ?? "") + "\(outcome)", .outcome(outcome, of: request), .end)
        }

        /// Holds when both conditions hold.
        ///
        /// - Precondition: Both conditions can be tested in the same moment. Only an outcome and a state share a
        ///   moment, the end of a request.
        public static func && (left: Condition, right: Condition) -> Condition {
            let scope = left.scope.intersection(right.scope)
            guard !scope.isEmpty else {
                fatalError(
                    "“\(left)” and “\(right)” never hold in one moment: a request is made, has effects, and ends.")
            }
            return Condition("\(left) and \(right)", .both(left, right), scope)
        }

        /// Holds when at least one of two conditions holds.
        public static func || (left: Condition, right: Condition) -> Condition {
            Condition("\(left) or \(right)", .either(left, right), left.scope.union(right.scope))
        }

        /// Holds in the moments in which a condition can be tested and does not hold.
        ///
        /// For example, `!.isIn("Open")` holds when a request ends in another state. It never holds in a consequence of
        /// a request, because states are not tested there.
        public static prefix func ! (condition: Condition) -> Condition {
            Condition("not \(condition)", .not(condition), condition.scope)
        }
    }

    /// Returns a function that tests a condition by indices of states and requests. For `nil`, the function returns
    /// false.
    ///
    /// - Throws: An error if a name does not exist.
    func predicate(_ condition: Condition?) throws(UnknownNameError) -> (Moment) -> Bool {
        switch condition?.test {
        case nil: return { _ in false }
        case .isIn(let names):
            var isMeant = Array(repeating: false, count: states.count)
            for name in names {
                for index in try indices(of: name) { isMeant[index] = true }
            }
            return { moment in
                switch moment {
                case .start: isMeant[0]
                case .end(_, _, let state): isMeant[state]
                case .made, .effect: false
                }
            }
        case .effect(let texts):
            for text in texts
            where !startTrace.contains(text) && !cells.joined().contains(where: { $0.trace.contains(text) }) {
                throw UnknownNameError("effect", text, among: startTrace + cells.joined().flatMap(\.trace))
            }
            return { if case .effect(let text) = $0 { texts.contains(text) } else { false } }
        case .anyEffect(let isMeant): return { if case .effect(let text) = $0 { isMeant(text) } else { false } }
        case .request(let requests):
            let isMeant = try indices(of: requests)
            return { if case .made(let request) = $0 { isMeant.contains(request) } else { false } }
        case .outcome(let outcome, let request):
            let isMeant = try request.map { request throws(UnknownNameError) in try indices(of: [request]) }
            return {
                if case .end(let request, outcome, _) = $0 { isMeant?.contains(request) ?? true } else { false }
            }
        case .both(let left, let right):
            let (left, right) = (try predicate(left), try predicate(right))
            return { left($0) && right($0) }
        case .either(let left, let right):
            let (left, right) = (try predicate(left), try predicate(right))
            return { left($0) || right($0) }
        case .not(let other):
            let (scope, holds) = (other.scope, try predicate(other))
            return { scope.contains($0.kind) && !holds($0) }
        }
    }

    /// The indices of the states that a name means.
    ///
    /// They are the state with exactly this text, else all states whose text, or whose regions' text, begins with the
    /// name. Else they are those of the only path that ends with the name.
    private func indices(of name: String) throws(UnknownNameError) -> [Int] {
        if name.contains(", "), let exact = states.firstIndex(of: name) { return [exact] }
        func indices(of name: String) -> [Int] {
            states.indices.filter { index in
                states[index].isState(name) || places[index].regions.contains { "\($0)".isState(name) }
            }
        }
        let meant = indices(of: name)
        if !meant.isEmpty { return meant }
        let superstates = places.flatMap { $0.withoutRegions.ancestry.dropLast().map(\.path) }
        let ends = Set(statePaths + superstates).filter { name.isEmpty ? false : name.isState($0.lastName) }
        if ends.count == 1, let path = ends.first {
            let longer = indices(of: path + name.dropFirst(path.lastName.count))
            if !longer.isEmpty { return longer }
        }
        let regions = places.flatMap(\.regions).map(\.description)
        throw UnknownNameError("state", name, among: ends.sorted() + statePaths + regions + superstates)
    }

    /// The indices of the requests that are meant: those with these names, else those with these names and any
    /// arguments.
    func indices(of requests: [Request]) throws(UnknownNameError) -> [Int] {
        var indices: [Int] = []
        let names = self.requests.map { "\($0)" }
        for name in requests.map({ "\($0)" }) {
            let meant = RequestName(name).indices(in: names)
            if meant.isEmpty { throw UnknownNameError("request", name, among: names) }
            indices += meant
        }
        return indices
    }
}

/// A moment of a run: the start, the making of a request, one of its consequences, or its end.
enum Moment {
    case start
    case made(Int)
    case effect(String)
    case end(Int, Outcome, state: Int)

    struct Kinds: OptionSet, Sendable {
        let rawValue: Int
        static let start = Kinds(rawValue: 1)
        static let made = Kinds(rawValue: 2)
        static let effect = Kinds(rawValue: 4)
        static let end = Kinds(rawValue: 8)
    }

    var kind: Kinds {
        switch self {
        case .start: .start
        case .made: .made
        case .effect: .effect
        case .end: .end
        }
    }
}

extension String {
    /// The name of the innermost state of a path.
    fileprivate var lastName: Substring { self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...] }

    /// Returns true if this text of a state is a name, or a name followed by a substate, data, or regions.
    func isState(_ name: some StringProtocol) -> Bool {
        guard hasPrefix(name) else { return false }
        let rest = dropFirst(name.count)
        return rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix(", ")
    }
}
