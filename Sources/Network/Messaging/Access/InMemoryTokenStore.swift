import AsyncPrimitives
import Sockets

/// A token in memory, for tests, and for apps in which users log in at each start.
///
/// ```swift
/// import Messaging
///
/// let store = InMemoryTokenStore { token in AccessToken(user: token.user, secret: token.secret + "'") }
/// store.replace(with: AccessToken(user: "ada", secret: "1"))
/// for await token in store.tokens() {
///     print(token?.secret ?? "none")
///     guard let token, token.secret == "1" else { break }
///     try await store.refresh(token)
/// }
/// // Prints "1"
/// // Prints "1'"
/// ```
public final class InMemoryTokenStore: TokenStore {
    private let current: CurrentValue<AccessToken?>
    private let refresh: @Sendable (AccessToken) async throws -> AccessToken

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - token: The first token; `nil` if no user is logged in.
    ///   - refresh: Returns a new token of the same user, or throws as ``TokenStore/refresh(_:)`` does. By default it
    ///     returns the old token.
    public init(
        _ token: AccessToken? = nil, refresh: @escaping @Sendable (AccessToken) async throws -> AccessToken = { $0 }
    ) {
        current = CurrentValue(token)
        self.refresh = refresh
    }

    public var token: AccessToken? { current.value }

    /// Logs a user in by a token, or with `nil` logs the user out.
    public func replace(with token: AccessToken?) { current.update(to: token) }

    /// A new sequence of the current token and all later tokens. It ends with the store.
    public func tokens() -> AsyncStream<AccessToken?> { current.values }

    /// The error of a refresh that has returned another user's token.
    private struct WrongUser: Error, CustomStringConvertible {
        let description: String
    }

    /// Asks for a new token in place of an old one; see ``TokenStore/refresh(_:)``.
    ///
    /// - Throws: The errors of ``TokenStore/refresh(_:)``, and for another user's token an error that is not final.
    public func refresh(_ token: AccessToken) async throws {
        let refreshed = try await refresh(token)
        guard refreshed.userOnWire == token.userOnWire else {
            throw WrongUser(description: "the token in place of one of “\(token.user)” is one of “\(refreshed.user)”")
        }
        current.update(to: refreshed) { $0 == token }
    }
}
