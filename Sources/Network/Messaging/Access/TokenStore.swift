/// A store of the logged-in user's access token, which can ask for a new token.
///
/// A ``SessionCoordinator`` calls a store in separate tasks and without a lock, so a store may use the coordinator, and
/// log the user out. The coordinator limits the time of ``refresh(_:)``, but not the time of ``token``.
public protocol TokenStore: Sendable {
    /// The current token; `nil` if no user is logged in.
    var token: AccessToken? { get async }

    /// A new sequence of the current token and all later tokens. An element is `nil` if no user is logged in.
    ///
    /// A slow consumer misses replaced tokens, and gets the newest token.
    func tokens() async -> AsyncStream<AccessToken?>

    /// Replaces a token that has expired or was refused.
    ///
    /// When this returns, ``token`` is the new token. If the old token was replaced during the request, such as by
    /// another user's token, the replacement stays.
    ///
    /// A store may keep the old token, such as a store of passwords. Then a ``SessionCoordinator`` tries the token
    /// again later, unless the server has certainly refused the credentials.
    ///
    /// - Parameter token: The token to replace.
    /// - Throws: `AuthenticationError` if there is certainly no new token; any other error if the store could not find
    ///   out. In the second case a ``SessionCoordinator`` asks again later. An error leaves the stored token unchanged.
    func refresh(_ token: AccessToken) async throws
}
