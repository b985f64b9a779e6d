import AsyncPrimitives
import Sockets

extension StompSession {
    /// The subscriptions of a session, each of which is found in O(1).
    ///
    /// A name on the wire may be used again. After `UNSUBSCRIBE`, messages are still on their way under it, and some servers
    /// even give those to the next subscription. So that one waits until the server has answered the `UNSUBSCRIBE`.
    struct SubscriptionList {
        /// A name that is being released on the current connection.
        private struct Release {
            let receipt: String
            /// The `SUBSCRIBE` of the subscription that has ended.
            let frame: Frame?
        }

        private var list: [RefusalDetector.ID: SubscriptionEntry] = [:]
        /// The names for the refusal detector, by those on the wire.
        private var frameIDs: [WireText: RefusalDetector.ID] = [:]
        /// The numbers of subscriptions to the destinations.
        private var destinations: [WireText: Int] = [:]
        private var releases: [WireText: Release] = [:]
        /// The subscriptions that wait for the release of their names, in order; some have ended.
        private var waiting: [RefusalDetector.ID] = []
        /// The number of subscriptions so far, from which names are made.
        private var count = 0

        var entries: some Collection<SubscriptionEntry> { list.values }

        /// Returns a name that no earlier subscription of the session has been given.
        mutating func makeName() -> String {
            count += 1
            return "subscription-\(count)"
        }

        /// Adds a subscription; none of the others has its name. Returns true if it can be made now.
        mutating func append(_ entry: SubscriptionEntry) -> Bool {
            list[entry.frameID] = entry
            frameIDs[entry.id.onWire] = entry.frameID
            destinations[entry.destination, default: 0] += 1
            guard let frame = entry.frame, let release = releases[entry.id.onWire] else { return true }
            // The same one continues: all that is on its way is for it.
            if frame == release.frame {
                releases[entry.id.onWire] = nil
                return true
            }
            waiting.append(entry.frameID)
            return false
        }

        /// Begins to release the name of a subscription that has ended. Returns the receipt to ask for.
        mutating func release(_ id: String, of frame: Frame?) -> String {
            let receipt = "unsubscribe-\(makeName())"
            releases[id.onWire] = Release(receipt: receipt, frame: frame)
            return receipt
        }

        /// Returns true while messages under a name may be those of a subscription that has ended.
        func isReleasing(_ id: String) -> Bool { releases[id.onWire] != nil }

        /// Ends the release with a receipt, or all releases. Returns the subscriptions that can be made now, in order.
        mutating func released(_ receipt: String? = nil) -> [RefusalDetector.ID] {
            guard !releases.isEmpty else { return [] }
            releases = releases.filter { receipt != nil && $0.value.receipt != receipt }
            let free = waiting.filter { frameID in list[frameID].map { !isReleasing($0.id) } ?? false }
            waiting.removeAll { list[$0] == nil || free.contains($0) }
            return free
        }

        mutating func removeAll() -> [SubscriptionEntry] {
            defer { (list, frameIDs, destinations) = ([:], [:], [:]) }
            return Array(entries)
        }

        mutating func remove(_ frameID: RefusalDetector.ID) -> SubscriptionEntry? {
            guard let entry = list.removeValue(forKey: frameID) else { return nil }
            frameIDs[entry.id.onWire] = nil
            destinations[entry.destination, default: 1] -= 1
            if destinations[entry.destination] == 0 { destinations[entry.destination] = nil }
            return entry
        }

        func include(destination: String?) -> Bool { destination.map { destinations[$0.onWire] != nil } ?? false }

        /// The subscription with a name on the wire.
        subscript(id: String) -> SubscriptionEntry? { frameIDs[id.onWire].flatMap { list[$0] } }

        /// The subscription with a name for the refusal detector.
        subscript(frameID frameID: RefusalDetector.ID) -> SubscriptionEntry? { list[frameID] }
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

        fileprivate var destination: WireText { (frame?["destination"] ?? "").onWire }

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
