import Foundation

/// A report of a user's place, in the form that is sent to the server.
package struct PresenceReport: Codable, Hashable, Sendable {
    package let user: String
    /// The place; `nil` if the user is away.
    package let place: String?
    /// The user's activity at the place; `nil` if not reported.
    package let status: String?
    /// The name of the reporting session; no other session has this name.
    package let clientID: String
    /// The number of the report among all reports of its session.
    package let number: Int

    private enum CodingKeys: String, CodingKey {
        case user, place, status, number
        case clientID = "session"
    }

    package init(user: String, place: String?, status: String? = nil, clientID: String, number: Int) {
        self.user = user
        self.place = place
        self.status = status
        self.clientID = clientID
        self.number = number
    }

    /// Decodes a report; returns `nil` for any other message.
    package init?(_ body: [UInt8]) { self.init(json: body) }

    package var body: [UInt8] { json }
}

/// The answer to a report: the other users at the place, in the form that the server sends.
package struct PresenceAnswer: Codable, Hashable, Sendable {
    /// The name of the session that has sent the report.
    package let clientID: String
    package let number: Int
    private let users: [PresentUser]

    private enum CodingKeys: String, CodingKey {
        case number
        case users = "others"
        case clientID = "session"
    }

    package init(clientID: String, number: Int, others: [Presence.User]) {
        self.clientID = clientID
        self.number = number
        users = others.map(PresentUser.init)
    }

    package var others: [Presence.User] { users.map(\.user) }

    /// Decodes an answer; returns `nil` for any other message.
    package init?(_ body: [UInt8]) { self.init(json: body) }

    package var body: [UInt8] { json }
}

/// A user in an answer: in JSON a string, or with a status an object with `user` and `status`.
private struct PresentUser: Codable, Hashable {
    let user: Presence.User

    private enum CodingKeys: String, CodingKey { case user, status }

    init(_ user: Presence.User) { self.user = user }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            user = Presence.User(name)
        } else {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            user = Presence.User(
                try values.decode(String.self, forKey: .user),
                status: try values.decodeIfPresent(String.self, forKey: .status))
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard let status = user.status else {
            var value = encoder.singleValueContainer()
            return try value.encode(user.name)
        }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(user.name, forKey: .user)
        try values.encode(status, forKey: .status)
    }
}

extension Decodable {
    fileprivate init?(json body: [UInt8]) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(body)) else { return nil }
        self = value
    }
}

extension Encodable {
    fileprivate var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(self) else { fatalError("Strings and numbers can always be encoded.") }
        return Array(data)
    }
}
