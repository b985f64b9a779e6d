import Synchronization

/// A token in memory, for tests, and for apps that log in anew each time they start.
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
    private struct Contents {
        var token: AccessToken?
        var consumers: [Int: AsyncStream<AccessToken?>.Continuation] = [:]
        var nextConsumer = 0
    }

    private let contents: Mutex<Contents>
    private let renew: @Sendable (AccessToken) async throws -> AccessToken

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - token: The first token, or `nil` when nobody is logged in.
    ///   - renew: Answers a token in place of another one; by default the same, as there is nobody to ask.
    public init(
        _ token: AccessToken? = nil, renew: @escaping @Sendable (AccessToken) async throws -> AccessToken = { $0 }
    ) {
        contents = Mutex(Contents(token: token))
        self.renew = renew
    }

    deinit {
        for consumer in contents.withLock({ $0.consumers.values.map { $0 } }) { consumer.finish() }
    }

    public var token: AccessToken? { contents.withLock { $0.token } }

    /// Logs somebody in or, with `nil`, out.
    public func replace(with token: AccessToken?) {
        contents.withLock { Self.replace(&$0, with: token) }
    }

    /// The token there is, and whatever takes its place from then on; the stream ends with the store.
    public func tokens() -> AsyncStream<AccessToken?> {
        let (stream, continuation) = AsyncStream<AccessToken?>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let consumer = contents.withLock { contents in
            contents.nextConsumer += 1
            contents.consumers[contents.nextConsumer] = continuation
            continuation.yield(contents.token)
            return contents.nextConsumer
        }
        continuation.onTermination = { [weak self] _ in self?.forget(consumer) }
        return stream
    }

    public func refresh(_ token: AccessToken) async throws {
        let renewed = try await renew(token)
        contents.withLock { if $0.token == token { Self.replace(&$0, with: renewed) } }
    }

    /// Tells the consumers inside the lock, or they could hear of two tokens in the wrong order.
    private static func replace(_ contents: inout Contents, with token: AccessToken?) {
        contents.token = token
        for consumer in contents.consumers.values { consumer.yield(token) }
    }

    private func forget(_ consumer: Int) {
        contents.withLock { _ = $0.consumers.removeValue(forKey: consumer) }
    }
}
