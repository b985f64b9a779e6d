/// Counts the connections that failed because of unreadable messages, and decides when a subscription ends.
///
/// A server delivers an unacknowledged message again on the next connection. A message that breaks each connection
/// would stop the session's work forever.
///
/// 1. A failure counts for the subscription of the unreadable message, or for all subscriptions if it is unknown.
/// 2. When the failures reach the limit, the subscription ends, or all subscriptions end, so that no message comes.
/// 3. A connection that lasted for ten minutes before it failed shows that the server does not deliver such a message
///    at once. All earlier failures are forgotten.
struct ReadFailures {
    /// The subscriptions that end, by their names for the refusal detector.
    enum Verdict: Hashable { case none, one(RefusalDetector.ID), all }

    private static let forgivingTime = Duration.seconds(600)

    private let limit: Int
    /// The number of failures of each subscription; for `nil`, of unknown subscriptions.
    private var counts: [RefusalDetector.ID?: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Counts the failure of a connection that lasted for `duration`, and returns the subscriptions that end.
    mutating func failed(in subscription: RefusalDetector.ID?, after duration: Duration) -> Verdict {
        if duration >= Self.forgivingTime { counts = [:] }
        counts[subscription, default: 0] += 1
        guard counts[subscription, default: 0] >= limit else { return .none }
        counts[subscription] = nil
        return subscription.map { .one($0) } ?? .all
    }
}
