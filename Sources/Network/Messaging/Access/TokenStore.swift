/// Knows the access token of the user who is logged in, and can ask for a new one.
///
/// A ``SessionCoordinator`` calls a store in tasks that hold nothing else up, and no lock. A store may use the
/// coordinator, and log the user out. It limits the time of ``refresh(_:)``, and waits for ``token`` without a limit.
public protocol TokenStore: Sendable {
    /// The current token, or `nil` when no user is logged in.
    var token: AccessToken? { get async }

    /// A new sequence of the current token and every later one; `nil` for none.
    ///
    /// A slow consumer misses tokens that have been replaced, and gets the newest.
    func tokens() async -> AsyncStream<AccessToken?>

    /// Asks for a new token in place of one that has expired or was refused.
    ///
    /// When this returns, ``token`` is the new one. If another token has taken the place of the old one during the request,
    /// such as that of another user, it stays.
    ///
    /// A store that keeps the old token stands by it, as one with passwords does. A ``SessionCoordinator`` tries it
    /// again later, unless the server has certainly refused the credentials.
    ///
    /// - Parameter token: The token that is of no use any more.
    /// - Throws: `AuthenticationError` if there is no new token, which is final; any other error if the store could not find
    ///   out, and a ``SessionCoordinator`` asks again later. The token stays as it is.
    func refresh(_ token: AccessToken) async throws
}
