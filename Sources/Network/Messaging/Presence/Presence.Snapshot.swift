extension Presence {
    /// The known other users at a place.
    public struct Snapshot: Hashable, Sendable {
        /// The users, in the order of their names; `nil` until the server has sent them.
        public internal(set) var users: [User]?
        /// The reason why places are not reported or not received; `nil` if there is no problem.
        public internal(set) var problem: String?

        /// The names of the users; `nil` until the server has sent them.
        package var names: [String]? { users?.map(\.name) }

        package init(users: [User]? = nil, problem: String? = nil) {
            self.users = users
            self.problem = problem
        }
    }

    /// A user at a place.
    public struct User: Hashable, Sendable {
        public let name: String
        /// The user's activity at the place; `nil` if not reported.
        public let status: String?

        package init(_ name: String, status: String? = nil) {
            self.name = name
            self.status = status
        }
    }
}

/// The name with the status in parentheses, such as `eve (asleep)`.
extension Presence.User: CustomStringConvertible {
    public var description: String { status.map { "\(name) (\($0))" } ?? name }
}
