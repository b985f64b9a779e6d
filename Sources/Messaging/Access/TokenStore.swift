import STOMP

/// Knows the access token of the user who is logged in, and can ask for another one.
public protocol TokenStore: Sendable {
    /// The token, or `nil` when nobody is logged in.
    var token: AccessToken? { get async }

    /// The token there is, and whatever takes its place from then on, `nil` for none.
    ///
    /// Each call answers a stream of its own. A slow consumer misses tokens that have been replaced, and gets the newest.
    func tokens() async -> AsyncStream<AccessToken?>

    /// Asks for another token in place of one that has expired or was refused.
    ///
    /// When this returns, ``token`` is the new one; or it is whatever somebody has put in its place meanwhile, which
    /// stays, such as that of another user.
    ///
    /// - Parameter token: The token that is of no use any more.
    /// - Throws: `AuthenticationError` if there is none to be had, which is final; any other error if that could not be
    ///   found out, as when nobody is in reach, and a ``Coordinator`` asks again later. The token stays as it is.
    func refresh(_ token: AccessToken) async throws
}
