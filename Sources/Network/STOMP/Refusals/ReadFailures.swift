/// Counts the connections that failed because of unreadable messages, and decides when a subscription ends.
///
/// A server delivers an unacknowledged message again on the next connection. So a message that breaks each connection
/// would stop the session's work forever.
///
/// 1. A failure counts for the subscription of the unreadable message; if that is unknown, for all subscriptions.
/// 2. When the failures of a subscription reach the limit, the subscription ends. When the failures of unknown
///    subscriptions reach it, all subscriptions end.
/// 3. If a connection lasted for ten minutes before it failed, the server does not deliver such a message at once. All
///    earlier failures are forgotten.
struct ReadFailures {
    /// The subscriptions that end, named as in the refusal detector.
    enum Verdict: Hashable { case none, one(RefusalDetector.ID), all }

    private static let forgivingTime = Duration.seconds(600)

    private let limit: Int
    /// The number of failures of each subscription. The key `nil` stands for failures of an unknown subscription.
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
