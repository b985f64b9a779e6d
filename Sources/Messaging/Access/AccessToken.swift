import AsyncPrimitives
import Foundation
import STOMP

/// A user's proof of identity for a server, until it expires.
///
/// Two tokens are equal if user and secret are. The expiry makes no difference, since a server that has refused one of them
/// will refuse the other.
public struct AccessToken: Sendable {
    /// The user's name.
    public let user: String
    /// The proof; no description shows it.
    public let secret: String
    /// The time from which on the server refuses the token, or `nil` if it is not known.
    public let expiry: Date?

    public init(user: String, secret: String, expiry: Date? = nil) {
        self.user = user
        self.secret = secret
        self.expiry = expiry
    }

    /// The token as a STOMP server gets it: the user as login, the secret as passcode.
    package var credentials: StompSession.Credentials { StompSession.Credentials(login: user, passcode: secret) }
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

extension AccessToken: SecretHolding {
    public var description: String { "token of \(user)" }
    package var shownParts: KeyValuePairs<String, Any> { ["user": user] }
}
