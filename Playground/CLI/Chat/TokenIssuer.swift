import Foundation
import Messaging
import Synchronization

/// Issues access tokens; only the newest one of a user is valid.
final class TokenIssuer: Sendable {
    private struct State {
        var secrets: [String: String] = [:]
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Issues a token that expires after some seconds, or not during the story.
    func issue(for user: String, expiringAfter seconds: TimeInterval? = nil) -> AccessToken {
        let secret = UUID().uuidString
        state.withLock { state in
            state.secrets[user] = secret
            state.counts[user, default: 0] += 1
        }
        return AccessToken(user: user, secret: secret, expiry: seconds.map { Date(timeIntervalSinceNow: $0) })
    }

    /// Returns true if the secret is that of the user's newest token.
    func admits(_ user: String, _ secret: String) -> Bool { state.withLock { $0.secrets[user] == secret } }

    /// The number of tokens that a user has got, which is the number of the newest one.
    func count(of user: String) -> Int { state.withLock { $0.counts[user] ?? 0 } }
}
