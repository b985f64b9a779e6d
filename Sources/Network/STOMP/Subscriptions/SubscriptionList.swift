import AsyncPrimitives
import Sockets

extension StompSession {
    /// The subscriptions of a session, by name. A lookup takes O(1).
    ///
    /// A name on the wire may be used again. After `UNSUBSCRIBE`, messages for the old subscription may still come
    /// under the name, and some servers even give them to the next subscription. So the next subscription waits until
    /// the server has answered.
    struct SubscriptionList {
        /// An `UNSUBSCRIBE` on the current connection that the server has not answered.
        private struct Release {
            let receipt: String
            /// The `SUBSCRIBE` of the ended subscription; `nil` if it had none.
            let frame: Frame?
        }

        private var list: [RefusalDetector.ID: SubscriptionEntry] = [:]
        /// The subscriptions' names in the refusal detector, keyed by their names on the wire.
        private var frameIDs: [WireText: RefusalDetector.ID] = [:]
        /// The number of subscriptions to each destination.
        private var destinations: [WireText: Int] = [:]
        private var releases: [WireText: Release] = [:]
        /// The subscriptions that wait until their names are free, in order. Some may have ended since.
        private var waiting: [RefusalDetector.ID] = []
        /// The number of names that `makeName()` has made.
        private var count = 0

        var entries: some Collection<SubscriptionEntry> { list.values }

        /// Returns a name that is new in this session.
        mutating func makeName() -> String {
            count += 1
            return "subscription-\(count)"
        }

        /// Adds a subscription. No other subscription may have its name now. Returns true if it can be made at once.
        mutating func append(_ entry: SubscriptionEntry) -> Bool {
            list[entry.frameID] = entry
            frameIDs[entry.id.onWire] = entry.frameID
            destinations[entry.destination, default: 0] += 1
            guard let frame = entry.frame, let release = releases[entry.id.onWire] else { return true }
            // The same subscription continues, so messages that are on their way are for this reader.
            if frame == release.frame {
                releases[entry.id.onWire] = nil
                return true
            }
            waiting.append(entry.frameID)
            return false
        }

        /// Begins to free the name of an ended subscription. Returns the receipt for which `UNSUBSCRIBE` must ask.
        mutating func release(_ id: String, of frame: Frame?) -> String {
            let receipt = "unsubscribe-\(makeName())"
            releases[id.onWire] = Release(receipt: receipt, frame: frame)
            return receipt
        }

        /// Returns true while messages under a name may still be for an ended subscription.
        func isReleasing(_ id: String) -> Bool { releases[id.onWire] != nil }

        /// Ends the release with a receipt, or with `nil` all. Returns the subscriptions that can be made now.
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
        /// The name on the wire. An earlier subscription may have had the same name.
        let id: String
        /// The name in the refusal detector. No other frame has this name.
        let frameID: RefusalDetector.ID
        /// The `SUBSCRIBE` frame; `nil` if the server delivers messages without a `SUBSCRIBE`.
        let frame: Frame?
        let acknowledgement: Acknowledgement
        let queue: BoundedQueue<StompSubscription.Event>
        /// Fulfilled if the subscription ends with an error.
        let failure = Promise<Void>()
        /// Fulfilled when the server confirms the subscription for the first time.
        let confirmation = Promise<Void>()

        fileprivate var destination: WireText { (frame?["destination"] ?? "").onWire }

        /// Ends the subscription, and drops unread messages, even a message on its way to the reader.
        func end(_ error: StompError? = nil) {
            if let error { failure.fulfill(with: .failure(error)) }
            confirmation.fulfill(with: .failure(error ?? .ended))
            queue.close()
            queue.removeAll()
        }
    }

    /// An event for a reader: a message, or a report of a skipped message.
    struct Delivery: Sendable {
        let event: StompSubscription.Event
        let queue: BoundedQueue<StompSubscription.Event>
    }
}
