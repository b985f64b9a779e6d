import AsyncPrimitives
import Sockets

extension StompSession {
    /// The subscriptions of a session, in the order in which they are made on each connection.
    struct SubscriptionList {
        private(set) var entries: [SubscriptionEntry] = []
        /// The number of subscriptions so far, from which names are made.
        private var count = 0

        /// Returns a name that no earlier subscription of the session has been given.
        mutating func makeName() -> String {
            count += 1
            return "subscription-\(count)"
        }

        mutating func append(_ entry: SubscriptionEntry) { entries.append(entry) }

        mutating func removeAll() -> [SubscriptionEntry] {
            defer { entries = [] }
            return entries
        }

        mutating func remove(where condition: (SubscriptionEntry) -> Bool) -> SubscriptionEntry? {
            entries.firstIndex(where: condition).map { entries.remove(at: $0) }
        }

        /// Returns true if there is a subscription to a destination.
        func include(destination: String?) -> Bool {
            entries.contains { $0.frame?["destination"]?.onWire == destination?.onWire }
        }

        /// The subscription with a name on the wire.
        subscript(id: String) -> SubscriptionEntry? { entries.first { $0.id.onWire == id.onWire } }
    }

    /// A subscription that is made on each connection.
    struct SubscriptionEntry {
        /// The name on the wire; an earlier subscription may have had the same one.
        let id: String
        /// The name for the refusal detector, which no other frame has.
        let frameID: RefusalDetector.ID
        /// The `SUBSCRIBE`; `nil` if the server delivers without one.
        let frame: Frame?
        let acknowledgement: Acknowledgement
        let queue: BoundedQueue<StompSubscription.Event>
        /// Fulfilled with the reason if the subscription ends with one.
        let failure = Promise<Void>()
        /// Fulfilled when the server confirms the subscription for the first time.
        let confirmation = Promise<Void>()

        /// Ends the subscription; unread messages are dropped, the one on its way to its reader included.
        func end(_ error: StompError? = nil) {
            if let error { failure.fulfill(with: .failure(error)) }
            confirmation.fulfill(with: .failure(error ?? .ended))
            queue.close()
            queue.removeAll()
        }
    }

    /// A message on its way to its subscription, or the news of one that was skipped.
    struct Delivery: Sendable {
        let event: StompSubscription.Event
        let queue: BoundedQueue<StompSubscription.Event>
    }
}
