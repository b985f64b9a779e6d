extension Presence {
    /// The other users at a place, as far as they are known.
    public struct Snapshot: Hashable, Sendable {
        /// The users, ordered by their names; `nil` until the server has sent them.
        public internal(set) var users: [User]?
        /// The reason for which no places are reported or heard; `nil` if there is no problem.
        public internal(set) var problem: String?

        /// Their names; `nil` until the server has sent them.
        public var names: [String]? { users?.map(\.name) }

        package init(users: [User]? = nil, problem: String? = nil) {
            self.users = users
            self.problem = problem
        }
    }

    /// A user at a place.
    public struct User: Hashable, Sendable {
        public let name: String
        /// The user's activity there; `nil` if they have not said it.
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

/// A user without a status is a string in JSON, and one with a status an object of `user` and `status`.
extension Presence.User: Codable {
    private enum CodingKeys: String, CodingKey { case user, status }

    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(name)
        } else {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                try values.decode(String.self, forKey: .user),
                status: try values.decodeIfPresent(String.self, forKey: .status))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        guard let status else {
            var value = encoder.singleValueContainer()
            return try value.encode(name)
        }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .user)
        try values.encode(status, forKey: .status)
    }
}
