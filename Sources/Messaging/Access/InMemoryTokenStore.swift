import STOMP
import AsyncPrimitives
import Sockets

/// A token in memory, for tests, and for apps that log in anew each time they start.
///
/// ```swift
/// import Messaging
/// import STOMP
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
    private let renew: @Sendable (AccessToken) async throws -> AccessToken

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - token: The first token, or `nil` when nobody is logged in.
    ///   - renew: Answers a token in place of another one, or throws as ``TokenStore/refresh(_:)`` does; by default the
    ///     same, as there is nobody to ask.
    public init(
        _ token: AccessToken? = nil, renew: @escaping @Sendable (AccessToken) async throws -> AccessToken = { $0 }
    ) {
        current = CurrentValue(token)
        self.renew = renew
    }

    public var token: AccessToken? { current.value }

    /// Logs somebody in or, with `nil`, out.
    public func replace(with token: AccessToken?) { current.update(to: token) }

    /// The token there is, and whatever takes its place from then on; the stream ends with the store.
    public func tokens() -> AsyncStream<AccessToken?> { current.values }

    public func refresh(_ token: AccessToken) async throws {
        let renewed = try await renew(token)
        current.update(to: renewed) { $0 == token }
    }
}
