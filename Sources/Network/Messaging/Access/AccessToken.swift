import AsyncPrimitives
import Foundation
import STOMP

/// A user's proof of identity for a server, until it expires.
///
/// Two tokens are equal if user and secret are, by their bytes in UTF-8. The expiry makes no difference, since a server that
/// has refused one of them will refuse the other.
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
        left.userOnWire == right.userOnWire && left.secret.onWire == right.secret.onWire
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(userOnWire)
        hasher.combine(secret.onWire)
    }

    /// The user's name as a server compares it.
    package var userOnWire: WireText { user.onWire }
}

extension AccessToken: SecretHolding {
    public var description: String { "token of \(user)" }
    package var shownParts: KeyValuePairs<String, Any> { ["user": user] }
}
