import Foundation
import Messaging
import Synchronization

/// Issues access tokens. Only the newest token of a user is valid, until it is revoked.
public final class TokenIssuer: Sendable {
    private struct State {
        var secrets: [String: String] = [:]
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Issues a token that expires after some seconds. By default it does not expire during the story.
    public func issue(for user: String, expiringAfter seconds: TimeInterval? = nil) -> AccessToken {
        let secret = UUID().uuidString
        state.withLock { state in
            state.secrets[user] = secret
            state.counts[user, default: 0] += 1
        }
        return AccessToken(user: user, secret: secret, expiry: seconds.map { Date(timeIntervalSinceNow: $0) })
    }

    /// Returns true if the secret belongs to the user's newest token.
    public func admits(_ user: String, _ secret: String) -> Bool { state.withLock { $0.secrets[user] == secret } }

    /// Makes the token of a user invalid, until another token is issued.
    public func revoke(_ user: String) { state.withLock { $0.secrets[user] = nil } }

    /// Returns true if the user's token may be refreshed, that is, if it exists and was not revoked.
    public func refreshes(_ user: String) -> Bool { state.withLock { $0.secrets[user] != nil } }

    /// The number of tokens that were issued to a user.
    public func count(of user: String) -> Int { state.withLock { $0.counts[user] ?? 0 } }
}
