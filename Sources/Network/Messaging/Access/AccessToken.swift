import AsyncPrimitives
import Foundation
import STOMP

/// A user's proof of identity for a server, until it expires.
///
/// Two tokens are equal if their users and secrets have equal bytes in UTF-8. Their expiries may differ, since a server
/// that refuses one of them refuses the other as well.
public struct AccessToken: Hashable, Sendable {
    /// The token as a STOMP server gets it: the user as login, the secret as passcode.
    package let credentials: StompSession.Credentials
    private let end: End

    public init(user: String, secret: String, expiry: Date? = nil) {
        credentials = StompSession.Credentials(login: user, passcode: secret)
        end = End(expiry: expiry)
    }

    /// The user's name.
    public var user: String { credentials.login }
    /// The proof; no description shows it.
    public var secret: String { credentials.passcode }
    /// The time from which the server refuses the token; `nil` if unknown.
    public var expiry: Date? { end.expiry }

    /// The user's name as a server compares it.
    package var userOnWire: WireText { user.onWire }

    /// An expiry, which is ignored when tokens are compared.
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
