import Foundation
import Messaging
import NetworkTestSupport

extension AccessToken {
    /// A token that the server accepts.
    static func issued(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600),
        scopes: [AccessTokenIssuer.Scope] = AccessTokenIssuer.Scope.allCases
    ) async throws -> AccessToken {
        let secret = try await AccessTokenIssuer.token(for: user, expiry: expiry, scopes: scopes)
        return AccessToken(user: user, secret: secret, expiry: expiry)
    }
}
