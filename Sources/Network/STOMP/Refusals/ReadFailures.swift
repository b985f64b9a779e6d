/// Counts the connections that failed because their messages could not be read, and decides when a subscription ends.
///
/// A server delivers a message that was not acknowledged again on the next connection. A message that breaks each connection
/// would so keep a session from everything else forever.
///
/// 1. A failure counts for the subscription of the unreadable message, or else for all together.
/// 2. When as many have failed as the limit allows, the subscription ends, or all do: no message comes without one.
/// 3. A connection that lasted for ten minutes before it failed shows that the server does not deliver such a message at
///    once. All failures before it are forgotten.
struct ReadFailures {
    /// The subscriptions that end, by the names that the refusal detector has for them.
    enum Verdict: Hashable { case none, one(RefusalDetector.ID), all }

    private static let forgivingTime = Duration.seconds(600)

    private let limit: Int
    /// The failures by the name of their subscription, and those that no subscription is known for.
    private var counts: [RefusalDetector.ID?: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Counts the failure of a connection that lasted for a time, and returns the subscriptions that end.
    mutating func failed(in subscription: RefusalDetector.ID?, after duration: Duration) -> Verdict {
        if duration >= Self.forgivingTime { counts = [:] }
        counts[subscription, default: 0] += 1
        guard counts[subscription, default: 0] >= limit else { return .none }
        counts[subscription] = nil
        return subscription.map { .one($0) } ?? .all
    }
}
