import Foundation

/// What proves to a server who somebody is, until it expires.
///
/// Two tokens are the same if user and secret are; when they expire makes no difference, since a server that has refused
/// the one will refuse the other.
public struct AccessToken: Sendable {
    /// Who somebody is.
    public let user: String
    /// What proves it; left out of all descriptions.
    public let secret: String
    /// When the server begins to refuse the token, or `nil` if that is not known.
    public let expiry: Date?

    public init(user: String, secret: String, expiry: Date? = nil) {
        self.user = user
        self.secret = secret
        self.expiry = expiry
    }
}

extension AccessToken: Hashable {
    public static func == (left: AccessToken, right: AccessToken) -> Bool {
        left.user == right.user && left.secret == right.secret
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(user)
        hasher.combine(secret)
    }
}

/// A secret is not to stand in any journal: what is shown is the user alone.
extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "token of \(user)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
