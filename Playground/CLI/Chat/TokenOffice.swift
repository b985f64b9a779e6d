import STOMP
import Foundation
import Messaging
import Synchronization

/// Hands out access tokens; the newest one of a user is good, and no other.
final class TokenOffice: Sendable {
    private struct State {
        var secrets: [String: String] = [:]
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Makes a token, which expires after so many seconds, or not in this story.
    func issue(for user: String, expiringAfter seconds: TimeInterval? = nil) -> AccessToken {
        let secret = UUID().uuidString
        state.withLock { state in
            state.secrets[user] = secret
            state.counts[user, default: 0] += 1
        }
        return AccessToken(user: user, secret: secret, expiry: seconds.map { Date(timeIntervalSinceNow: $0) })
    }

    func admits(_ user: String, _ secret: String) -> Bool { state.withLock { $0.secrets[user] == secret } }

    /// How many tokens a user has got, which is the number of the newest one.
    func count(of user: String) -> Int { state.withLock { $0.counts[user] ?? 0 } }
}
