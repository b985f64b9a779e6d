import AsyncPrimitives
import Foundation
import STOMP

/// A user's proof of identity for a server, until it expires.
///
/// Two tokens are equal if their users and secrets have equal bytes in UTF-8. Their expiries may differ: a server that
/// refuses one of two such tokens refuses the other as well.
public struct AccessToken: Hashable, Sendable {
    /// The token in the form for a STOMP server: the user is the login, the secret is the passcode.
    package let credentials: StompSession.Credentials
    private let end: End

    public init(user: String, secret: String, expiry: Date? = nil) {
        credentials = StompSession.Credentials(login: user, passcode: secret)
        end = End(expiry: expiry)
    }

    /// The user's name.
    public var user: String { credentials.login }
    /// The proof, such as a password or a signed token. No description shows it.
    public var secret: String { credentials.passcode }
    /// The time at which the server begins to refuse the token; `nil` if unknown.
    public var expiry: Date? { end.expiry }

    /// The user's name as a server compares it.
    package var userOnWire: WireText { user.onWire }

    /// An expiry that has no influence on whether two tokens are equal.
    private struct End: Hashable {
        let expiry: Date?

        static func == (left: End, right: End) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }
}

extension AccessToken: SecretHolding {
    public var description: String { "token of \(user)" }
    package var shownParts: KeyValuePairs<String, Any> { ["user": user] }
}
